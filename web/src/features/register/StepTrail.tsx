import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { IconButton } from '../../ui/display/IconButton';
import type { Step } from './draft';

export const STEP_TITLE: Record<Step, MessageId> = {
  phone: 'register.step.phone',
  otp: 'register.step.otp',
  profile: 'register.step.profile',
  bank: 'register.step.bank',
};

interface StepTrailProps {
  steps: readonly Step[];
  current: Step;
  /** To the step before; null on the first. */
  onBack: (() => void) | null;
}

/** The visitor's progress through the steps. */
export function StepTrail({ steps, current, onBack }: StepTrailProps) {
  const t = useText();
  const at = steps.indexOf(current);
  return (
    <div className="mb-5">
      <div aria-hidden="true" className="mb-3 flex gap-1.5">
        {steps.map((step, index) => (
          <span
            key={step}
            className={classNames(
              'h-1.5 flex-1 rounded-full transition-colors',
              index <= at ? 'bg-accent' : 'bg-line',
            )}
          />
        ))}
      </div>
      <div className="flex items-center gap-1">
        {onBack && (
          <IconButton
            icon="chevronLeft"
            label={t('common.back')}
            onClick={onBack}
            className="-ms-3 shrink-0"
          />
        )}
        <div>
          <p className="text-sm text-muted">
            {t('register.progress', { step: at + 1, steps: steps.length })}
          </p>
          <h1 className="text-2xl font-bold">{t(STEP_TITLE[current])}</h1>
        </div>
      </div>
    </div>
  );
}
