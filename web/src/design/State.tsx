import type { ReactNode } from 'react';

interface StateProps {
  /** What makes this state: the props that matter, or how one gets here. */
  name: string;
  /** A part of the edge of the screen, or one that brings its own card. */
  bare?: boolean;
  children: ReactNode;
}

/** One state of a part, under the name of what makes it. */
export function State({ name, bare = false, children }: StateProps) {
  return (
    <div className="min-w-0 space-y-2">
      <p lang="en" className="font-mono text-xs text-muted">
        {name}
      </p>
      <div className={bare ? undefined : 'rounded-card border border-line bg-surface p-4'}>
        {children}
      </div>
    </div>
  );
}
