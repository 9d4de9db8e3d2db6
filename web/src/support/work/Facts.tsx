import type { ReactNode } from 'react';

/** Facts side by side with their names. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="tabular text-end [overflow-wrap:anywhere]">{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
