import { useText } from '../../intl/text';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { PAGE_SIZE } from './statementQuery';

const ROWS = Array.from({ length: PAGE_SIZE }, (_, row) => row);

/** Placeholders for a page of lines, at the height of lines. */
export function StatementSkeleton() {
  const t = useText();
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="divide-y divide-line pt-[4.2rem] lg:pt-27"
    >
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-[5.95rem] gap-3 px-4 py-3 lg:h-16 lg:items-center lg:px-5 lg:py-2"
        >
          <Skeleton className="size-10 rounded-full" />
          <span className="flex-1 space-y-2.5">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-5 w-1/3" />
          </span>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
