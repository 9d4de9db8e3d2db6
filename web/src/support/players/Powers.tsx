import { useReadPlayerQuery } from '../api/playersApi';
import { AccessButtons } from '../work/AccessButtons';
import { CorrectionButton } from '../work/CorrectionButton';
import { FreezeButton } from '../work/FreezeButton';
import { LimitButton } from '../work/LimitButton';
import { PasswordResetButton } from '../work/PasswordResetButton';

/** What staff may do about a player. */
export function Powers({ playerId }: { playerId: string }) {
  const { data: player } = useReadPlayerQuery({ id: playerId });
  return (
    <div className="flex flex-wrap gap-2">
      <CorrectionButton playerId={playerId} />
      <PasswordResetButton playerId={playerId} />
      {player && (
        <>
          <FreezeButton playerId={playerId} freeze={player.freeze} />
          <LimitButton playerId={playerId} />
          <AccessButtons playerId={playerId} isLoginFrozen={player.loginFreeze !== null} />
        </>
      )}
    </div>
  );
}
