import { useText } from '../../../intl/text';
import { useLeaveFor } from '../../../ui/dialog/useLeaveFor';
import { Button } from '../../../ui/display/Button';
import { MANUAL_FORM_ID } from './ManualPanel';
import type { ManualDeposit } from './useManualDeposit';

interface ManualButtonsProps {
  manual: ManualDeposit;
  onClose: () => void;
}

/** The buttons of each phase of a request to the staff. */
export function ManualButtons({ manual, onClose }: ManualButtonsProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const { phase } = manual;
  if (phase === 'unknown' || phase === 'answered') {
    return (
      <>
        <Button tone="secondary" onClick={() => leaveFor('/user/statement')}>
          {t('money.toStatement')}
        </Button>
        {phase === 'unknown' ? (
          // The same key again: this checks the outcome and never makes a second request.
          <Button onClick={manual.sendAgain}>{t('money.checkAgain')}</Button>
        ) : (
          <Button onClick={onClose}>{t('money.done')}</Button>
        )}
      </>
    );
  }
  return (
    <Button
      // Keyed, because React would reuse another button's element, and a press on it would submit.
      key="submit"
      type="submit"
      form={MANUAL_FORM_ID}
      busy={phase === 'sending'}
    >
      {t('manual.request')}
    </Button>
  );
}
