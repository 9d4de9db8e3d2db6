import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { IconButton } from '../../ui/display/IconButton';
import { useTitle } from '../../ui/display/useTitle';
import { ProblemState } from '../../ui/feedback/States';
import { useGetOperationsQuery } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Books } from './Books';
import { Projections } from './Projections';
import { Reconciliation } from './Reconciliation';
import { Verification } from './Verification';

/** The state of the system. */
export default function OperationsPage() {
  const t = useSupportText();
  useTitle(t('support.nav.operations'));
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useGetOperationsQuery(
    undefined,
    {
      refetchOnMountOrArgChange: true,
    },
  );
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const waiting = Object.values(data.work).reduce((sum, n) => sum + n, 0);
  const figure = 'rounded-control bg-sunken px-4 py-2';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="flex-1 text-2xl font-bold">{t('support.nav.operations')}</h1>
        {fulfilledTimeStamp && (
          <p className="tabular text-sm text-muted">
            {t('support.ops.asOf', {
              at: formatMoment(new Date(fulfilledTimeStamp).toISOString()),
            })}
          </p>
        )}
        <IconButton
          icon="refresh"
          label={t('common.refresh')}
          busy={isFetching}
          onClick={refetch}
        />
      </div>
      <dl className="mt-3 mb-5 flex flex-wrap gap-3">
        <div className={figure}>
          <dt className="text-xs text-muted">{t('support.ops.sockets')}</dt>
          <dd className="tabular text-lg font-semibold">{data.sockets}</dd>
        </div>
        <div className={figure}>
          <dt className="text-xs text-muted">{t('support.ops.waiting')}</dt>
          <dd className="tabular text-lg font-semibold">
            <Link href="/work" className="text-accent underline underline-offset-4">
              {waiting}
            </Link>
          </dd>
        </div>
      </dl>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <Projections operations={data} />
        <div className="space-y-5">
          <Verification last={data.verification} background={data.backgroundCheck} />
          <Books trialBalance={data.trialBalance} sums={data.sums} />
        </div>
        <div className="xl:col-span-2">
          <Reconciliation reports={data.reconciliation} />
        </div>
      </div>
    </>
  );
}
