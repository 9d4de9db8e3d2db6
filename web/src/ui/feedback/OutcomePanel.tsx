import { type ReactNode, useEffect, useState } from 'react';
import { afterPaint } from '../display/afterPaint';
import { classNames } from '../display/classNames';
import { Icon, type IconName } from '../display/Icon';
import { Spinner } from '../display/Spinner';

export type OutcomeTone = 'success' | 'waiting' | 'unknown' | 'failed';

const LOOKS: Record<OutcomeTone, { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'bg-positive-soft text-positive' },
  waiting: { icon: 'clock', colour: 'bg-accent-soft text-accent' },
  unknown: { icon: 'clock', colour: 'bg-caution-soft text-caution' },
  failed: { icon: 'warning', colour: 'bg-negative-soft text-negative' },
};

interface OutcomePanelProps {
  tone: OutcomeTone;
  title: string;
  /** One or two sentences: what this means for the player. */
  detail?: ReactNode;
  /** Figures below, e.g. the amount. */
  children?: ReactNode;
}

/** The state of a money command; each change is read out. */
export function OutcomePanel({ tone, title, detail, children }: OutcomePanelProps) {
  const look = LOOKS[tone];
  // Screen readers announce what is added to a known region, not its initial content.
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => afterPaint(() => setIsKnown(true)), []);
  return (
    <div className="flex flex-col items-center pt-4 text-center">
      <span
        className={classNames(
          'mb-4 flex size-16 items-center justify-center rounded-full',
          look.colour,
        )}
      >
        {tone === 'waiting' ? <Spinner size={30} /> : <Icon name={look.icon} size={30} />}
      </span>
      <div role="status">
        <div className={isKnown ? undefined : 'invisible'}>
          <p className="text-lg font-semibold">{title}</p>
          {detail && <p className="mx-auto mt-1 max-w-xs text-muted">{detail}</p>}
        </div>
      </div>
      {children && <div className="mt-5 w-full">{children}</div>}
    </div>
  );
}
