import { Link } from 'wouter';
import { ProblemState } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { useGetOperationsQuery } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { PageSkeleton } from '../shell/PageSkeleton';
import { Books } from './Books';
import { Projections } from './Projections';
import { Reconciliation } from './Reconciliation';
import { Verification } from './Verification';

const CHECK_MS = 15_000;

/** How the machine does. */
export default function OperationsPage() {
  const t = useSupportText();
  useTitle(t('support.nav.operations'));
  const { data, error, isFetching, refetch } = useGetOperationsQuery(undefined, {
    pollingInterval: CHECK_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const waiting = Object.values(data.work).reduce((sum, n) => sum + n, 0);
  const figure = 'rounded-control bg-sunken px-4 py-2';
  return (
    <>
      <h1 className="text-2xl font-bold">{t('support.nav.operations')}</h1>
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
          <Verification last={data.verification} />
          <Books trialBalance={data.trialBalance} sums={data.sums} />
        </div>
        <div className="xl:col-span-2">
          <Reconciliation reports={data.reconciliation} />
        </div>
      </div>
    </>
  );
}
