import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { useStaffDispatch, useStaffSelector } from '../api/hooks';
import { lookOver } from '../api/session';
import { useSupportText } from '../intl/text';
import { Replay } from '../replay/Replay';
import { CorrectionButton } from '../work/CorrectionButton';
import { PasswordResetButton } from '../work/PasswordResetButton';
import { AskLook } from './AskLook';
import { PlayerSummary } from './PlayerSummary';

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

export default function PlayerPage() {
  const t = useSupportText();
  const { id = '' } = useParams<{ id: string }>();
  const look = useLook(id);
  useTitle(t('support.player.title'));
  return (
    <>
      <Link
        href="/players"
        className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
      >
        <Icon name="chevronLeft" size={18} />
        {t('support.player.back')}
      </Link>
      {look ? (
        <div className="space-y-5">
          <PlayerSummary playerId={id} until={look.until} />
          <div className="flex flex-wrap gap-3">
            <CorrectionButton playerId={id} />
            <PasswordResetButton playerId={id} />
          </div>
          <Replay key={id} playerId={id} />
        </div>
      ) : (
        <AskLook key={id} playerId={id} />
      )}
    </>
  );
}
