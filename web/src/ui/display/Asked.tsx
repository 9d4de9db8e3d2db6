import type { ReactNode } from 'react';
import { useText } from '../../intl/text';

/** A figure that is being asked for: the last known one, faint, until the answer has come. */
export function Asked({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const t = useText();
  return (
    <span
      aria-busy={isAsked}
      className={isAsked ? 'opacity-60 motion-safe:animate-pulse' : undefined}
    >
      {children}
      {isAsked && <span className="sr-only"> {t('game.asked')}</span>}
    </span>
  );
}
