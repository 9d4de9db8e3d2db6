import type { ReactNode } from 'react';
import { Icon } from '../display/Icon';

/** What went wrong, shown at the form it belongs to; read out when it appears. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-control bg-negative-soft px-4 py-3 text-sm font-medium text-negative"
    >
      <Icon name="warning" size={20} className="mt-0.5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}
