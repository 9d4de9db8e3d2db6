import { useText } from '../../intl/text';
import { Skeleton } from '../feedback/Skeleton';
import { ProblemState } from '../feedback/States';

interface ModalSkeletonProps {
  /** What it waits for; why that does not come is shown here. */
  query?: { error?: unknown; isFetching: boolean; refetch: () => void } | undefined;
}

/** A form to come inside a dialog: two fields and a button row. */
export function ModalSkeleton({ query }: ModalSkeletonProps) {
  const t = useText();
  if (query?.error) {
    return <ProblemState error={query.error} busy={query.isFetching} onRetry={query.refetch} />;
  }
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-14" />
    </div>
  );
}
