import { useReadPlayerQuery } from '../api/playersApi';
import { CorrectionButton } from '../work/CorrectionButton';
import { FreezeButton } from '../work/FreezeButton';
import { PasswordResetButton } from '../work/PasswordResetButton';

/** What staff may do about a player. */
export function Powers({ playerId }: { playerId: string }) {
  const { data: player } = useReadPlayerQuery({ id: playerId });
  return (
    <div className="flex flex-wrap gap-3">
      <CorrectionButton playerId={playerId} />
      <PasswordResetButton playerId={playerId} />
      {player && <FreezeButton playerId={playerId} freeze={player.freeze} />}
    </div>
  );
}
