import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import type { ConversationView } from '../api/inboxApi';
import { useGetSideQuery } from '../api/sideApi';
import { PlayerPanel } from '../side/PlayerPanel';

/** The player next to the chat. */
export function SidePanel({ view }: { view: ConversationView }) {
  const { data, error, isFetching, refetch } = useGetSideQuery(view.id);
  if (error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
  return (
    <PlayerPanel
      name={view.who.name}
      username={view.who.username}
      side={data}
      from={`conversation:${view.id}`}
      isFetching={isFetching}
      onRefresh={refetch}
    />
  );
}
