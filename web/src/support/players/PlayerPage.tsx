import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { useStaffDispatch, useStaffSelector } from '../api/hooks';
import { useReadPlayerQuery } from '../api/playersApi';
import { lookOver } from '../api/session';
import { useSupportText } from '../intl/text';
import { Replay } from '../replay/Replay';
import { listHref } from '../work/slipFilter';
import { AskLook } from './AskLook';
import { Notes } from './Notes';
import { PlayerSummary } from './PlayerSummary';
import { Powers } from './Powers';

const BAR_LINK = 'inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent';

/** The player's page while the access is valid; then it must be requested again. */
function useLook(playerId: string) {
  const dispatch = useStaffDispatch();
  const look = useStaffSelector((state) => state.staff.looks[playerId]);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!look) return;
    const left = new Date(look.until).getTime() - Date.now();
    setIsOver(left <= 0);
    const timer = setTimeout(
      () => dispatch(lookOver({ playerId, lookId: look.lookId })),
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [dispatch, playerId, look]);
  return isOver ? undefined : look;
}

/** What staff has noted, below who the player is. */
function PlayerNotes({ playerId }: { playerId: string }) {
  const { data: player } = useReadPlayerQuery({ id: playerId });
  if (!player) return <Skeleton className="h-28 w-full rounded-card" />;
  return <Notes playerId={playerId} notes={player.notes} />;
}

export default function PlayerPage() {
  const t = useSupportText();
  const { id = '' } = useParams<{ id: string }>();
  const look = useLook(id);
  useTitle(t('support.player.title'));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link href="/players" className={`${BAR_LINK} pe-3`}>
          <Icon name="chevronLeft" size={18} />
          {t('support.player.back')}
        </Link>
        {look && (
          <Link href={listHref('slips', { player: id })} className={BAR_LINK}>
            {t('support.work.list.slips')}
            <Icon name="chevronRight" size={18} />
          </Link>
        )}
      </div>
      {look ? (
        <div className="space-y-5">
          <PlayerSummary playerId={id} until={look.until}>
            <Powers playerId={id} />
          </PlayerSummary>
          <PlayerNotes playerId={id} />
          <Replay key={id} playerId={id} />
        </div>
      ) : (
        <AskLook key={id} playerId={id} />
      )}
    </>
  );
}
