import type { ReactNode } from 'react';
import type { ProofFailure } from '../../proof/failure';
import { wordOf } from '../../proof/words';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import type { ProofText } from './useProofText';

const LOOKS = {
  good: { icon: 'check', colour: 'bg-positive-soft text-positive', role: 'status' },
  bad: { icon: 'warning', colour: 'bg-negative-soft text-negative', role: 'alert' },
  unable: { icon: 'warning', colour: 'bg-caution-soft text-caution', role: 'alert' },
} as const satisfies Record<string, { icon: IconName; colour: string; role: string }>;

interface VerdictProps {
  kind: keyof typeof LOOKS;
  title: string;
  children: ReactNode;
}

/** How a check ended. Screen readers announce it at once. */
export function Verdict({ kind, title, children }: VerdictProps) {
  const { icon, colour, role } = LOOKS[kind];
  return (
    <div role={role} className={classNames('rounded-control p-4', colour)}>
      <p className="flex items-center gap-2.5 text-lg font-semibold">
        <Icon name={icon} className="shrink-0" />
        {title}
      </p>
      <div className="mt-1.5 space-y-1.5 text-sm text-ink">{children}</div>
    </div>
  );
}

interface FailedVerdictProps {
  failure: ProofFailure;
  text: ProofText;
}

/** Prominent, and says what to do. A line that this page is too old for has not failed. */
export function FailedVerdict({ failure, text }: FailedVerdictProps) {
  if (failure.reason === 'newer') {
    return (
      <Verdict kind="unable" title={text('unable')}>
        <p>{text('reason.newer')}</p>
      </Verdict>
    );
  }
  return (
    <Verdict kind="bad" title={text('bad')}>
      <p className="font-medium">{text(wordOf(failure.reason))}</p>
      {failure.event !== null && (
        <p className="tabular">{text('failedAt', { number: failure.event })}</p>
      )}
      <p>{text('bad.advice')}</p>
    </Verdict>
  );
}
