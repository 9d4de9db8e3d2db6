import { Skeleton } from '../../ui/feedback/Skeleton';
import { useSupportText } from '../intl/text';

/** A page of the console on its way. */
export function PageSkeleton() {
  const t = useSupportText();
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-4">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-28 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  );
}
