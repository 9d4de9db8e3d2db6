import { useText } from '../../intl/text';
import { Skeleton } from '../feedback/Skeleton';

/** A form to come inside a dialog: two fields and a button row. */
export function ModalSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-14" />
    </div>
  );
}
