import { useTitle } from '../../ui/display/useTitle';
import { ProblemState } from '../../ui/feedback/States';
import { useGetOperationsQuery } from '../api/operationsApi';
import { useCountWaitingQuery } from '../api/waitingApi';
import { useSupportText } from '../intl/text';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Books } from './Books';
import { Day } from './Day';
import { Projections } from './Projections';
import { Reconciliation } from './Reconciliation';
import { Verdict } from './Verdict';
import { Verification } from './Verification';

/** Whether all is well, what moved today, and the state of each part of the system. */
export default function OperationsPage() {
  const t = useSupportText();
  useTitle(t('support.nav.operations'));
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useGetOperationsQuery(
    undefined,
    {
      refetchOnMountOrArgChange: true,
    },
  );
  // As in the menu: what waits for a second person is counted once.
  const { data: waiting } = useCountWaitingQuery();
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data || !fulfilledTimeStamp) return <PageSkeleton />;
  return (
    <div className="space-y-5">
      <h1 className="text-2xl font-bold">{t('support.nav.operations')}</h1>
      <Verdict
        operations={data}
        at={fulfilledTimeStamp}
        isFetching={isFetching}
        onRefresh={refetch}
      />
      <Day waiting={waiting?.workTotal ?? 0} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <div id="verification" className="scroll-mt-18">
            <Verification last={data.verification} background={data.backgroundCheck} />
          </div>
          <div id="projections" className="scroll-mt-18">
            <Projections operations={data} />
          </div>
          <div id="reconciliation" className="scroll-mt-18">
            <Reconciliation reports={data.reconciliation} />
          </div>
        </div>
        <div id="books" className="min-w-0 scroll-mt-18">
          <Books trialBalance={data.trialBalance} sums={data.sums} />
        </div>
      </div>
    </div>
  );
}
