import type { ReactNode } from 'react';
import { useRole } from '../api/hooks';
import { useReadPlayerQuery } from '../api/playersApi';
import type { WalletState } from '../api/types';
import { useSupportText } from '../intl/text';
import { AccessButtons } from '../work/AccessButtons';
import { CorrectionButton } from '../work/CorrectionButton';
import { FreezeButton } from '../work/FreezeButton';
import { LimitButton } from '../work/LimitButton';
import { PasswordResetButton } from '../work/PasswordResetButton';
import { RewardButtons } from '../work/RewardButtons';
import { VoidButton } from '../work/VoidButton';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p aria-hidden="true" className="mb-1.5 text-xs text-muted">
        {title}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}

/** What a grant is measured by, without the money that is at games. */
function heldIn({ buckets }: WalletState): string {
  const own = buckets.filter(({ account }) => account === 'main' || account === 'in_transit');
  return own.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2);
}

/** What staff may do about a player. */
export function Powers({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const { data: player } = useReadPlayerQuery({ id: playerId });
  if (!isActing || !player) return null;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4 border-t border-line pt-4">
      <Group title={t('support.powers.money')}>
        <CorrectionButton playerId={playerId} />
        <LimitButton playerId={playerId} />
        <FreezeButton playerId={playerId} freeze={player.freeze} />
        {player.voidRows > 0 && <VoidButton playerId={playerId} />}
      </Group>
      <Group title={t('support.powers.rewards')}>
        <RewardButtons playerId={playerId} held={heldIn(player.state)} grant={player.state.grant} />
      </Group>
      <Group title={t('support.powers.access')}>
        <PasswordResetButton playerId={playerId} />
        <AccessButtons playerId={playerId} isLoginFrozen={player.loginFreeze !== null} />
      </Group>
    </div>
  );
}
