import { isProblem } from '../../api/transport/problem';
import { Card } from '../../ui/display/Card';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useSupportText } from '../intl/text';

interface GoneProps {
  error?: unknown;
  isFetching: boolean;
  onRetry: () => void;
}

/** The place of a review that is not there: on its way, out of reach, or decided meanwhile. */
export function Gone({ error, isFetching, onRetry }: GoneProps) {
  const t = useSupportText();
  if (!error && isFetching) {
    return (
      <div role="status" aria-label={t('common.loading')} className="space-y-4">
        <Skeleton className="h-21 w-full rounded-card" />
        <Skeleton className="h-96 w-full rounded-card" />
      </div>
    );
  }
  const isGone = !error || (isProblem(error) && error.status === 404);
  return (
    <Card>
      {isGone ? (
        <EmptyState icon="check" title={t('support.work.gone')}>
          {t('support.work.goneLead')}
        </EmptyState>
      ) : (
        <ProblemState error={error} onRetry={onRetry} busy={isFetching} />
      )}
    </Card>
  );
}
