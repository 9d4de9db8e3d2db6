import { Children, type ReactNode } from 'react';

/** Labelled figures, one a row: the summary of what is about to happen or has happened. */
export function FigureList({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line rounded-control bg-sunken px-4">
      {Children.toArray(children)}
    </dl>
  );
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="shrink-0 text-sm text-muted">{label}</dt>
      <dd className="min-w-0 text-end font-medium">{children}</dd>
    </div>
  );
}
