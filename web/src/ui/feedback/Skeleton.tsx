import { classNames } from '../display/classNames';

/** A grey shape of the final size; give height and width by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse-soft rounded-control bg-sunken dark:bg-line/60',
        className,
      )}
    />
  );
}

/** Placeholder rows of a list. Screen readers hear "loading" once, not once a row. */
export function SkeletonRows({ rows = 4, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <div key={row} className="flex items-center gap-3 px-4 py-3.5">
          <Skeleton className="size-11 rounded-full" />
          <span className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </span>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
