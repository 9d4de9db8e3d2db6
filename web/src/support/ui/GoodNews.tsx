import type { ReactNode } from 'react';
import { Icon } from '../../ui/display/Icon';

/** A check that found nothing wrong. */
export function GoodNews({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 rounded-control bg-positive-soft px-4 py-3 text-sm font-medium text-positive">
      <Icon name="check" size={20} className="shrink-0" />
      {children}
    </p>
  );
}
