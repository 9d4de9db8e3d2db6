import { formatPhone } from '../../client/phone';
import { Card } from '../../ui/display/Card';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useGetWorkSideQuery } from '../api/sideApi';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { LastLines } from '../side/LastLines';
import { PlayerPanel } from '../side/PlayerPanel';
import { Facts } from './Facts';

/** The player of a piece of work; reading it is recorded. */
export function WorkPlayer({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useGetWorkSideQuery(item.id);
  return (
    <Card className="min-w-0">
      {error && !data && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton className="h-96 w-full rounded-card" />}
      {data && (
        <PlayerPanel
          name={item.player.name}
          username={data.owner.phone}
          side={data.side}
          from={`${item.kind}:${item.id}`}
          exceptId={item.id}
          isFetching={isFetching}
          onRefresh={refetch}
          withoutLines
        >
          <Facts
            facts={[
              [t('support.work.holder'), data.owner.holder],
              [t('support.player.bankAccount'), `${data.owner.bankCode} ${data.owner.accountNo}`],
              [t('support.work.phone'), formatPhone(data.owner.phone)],
            ]}
          />
        </PlayerPanel>
      )}
    </Card>
  );
}

/** What moved last in the player's wallet: the same reading as the panel. */
export function WorkLines({ item }: { item: WorkItem }) {
  const { data } = useGetWorkSideQuery(item.id);
  return (
    <Card>
      {data ? (
        <LastLines lines={data.side.lines} />
      ) : (
        <Skeleton className="h-64 w-full rounded-card" />
      )}
    </Card>
  );
}
