import { useText } from '../../intl/text';
import { Skeleton } from './Skeleton';

/** A page that is loading. */
export function PageSkeleton() {
  const t = useText();
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="mx-auto w-full max-w-3xl space-y-4 p-4"
    >
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-44 w-full rounded-card" />
      <Skeleton className="h-28 w-full rounded-card" />
    </div>
  );
}
