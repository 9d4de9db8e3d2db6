import type { ReactNode } from 'react';
import { Icon } from '../../ui/display/Icon';

interface TechnicalProps {
  title: string;
  /** What one sees of it while it is closed. */
  summary: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** A part for those who run the system: closed for everybody else. */
export function Technical({ title, summary, isOpen = false, children }: TechnicalProps) {
  return (
    <details open={isOpen} className="group rounded-card bg-surface shadow-card">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-3">
        <h2 className="font-semibold">{title}</h2>
        <span className="tabular min-w-0 flex-1 text-end text-sm text-muted">{summary}</span>
        <Icon name="chevronDown" size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="px-5 pb-5">{children}</div>
    </details>
  );
}
