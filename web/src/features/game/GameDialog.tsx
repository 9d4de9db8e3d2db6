import { useMemo } from 'react';
import { useFreshBalances } from '../../api/askGames';
import { useExclusion } from '../../api/limitsApi';
import type { Slot, Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { ProviderBadge } from '../../ui/display/Badge';
import { GameMoney } from '../../ui/display/GameMoney';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { Notice } from '../../ui/feedback/Notice';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { ActivatePanel } from './ActivatePanel';
import { ActiveGame } from './ActiveGame';

interface GameDialogProps {
  slotCode: string;
  onClose: () => void;
}

/** One game account: open it, see its credentials, play, and move money in and out. */
export default function GameDialog({ slotCode, onClose }: GameDialogProps) {
  const t = useText();
  const { data: wallet, error, isFetching, refetch } = useGetWalletQuery();
  const slot = wallet?.slots.find((candidate) => candidate.code === slotCode);
  return (
    <Modal title={slot?.name ?? t('game.account')} onClose={onClose}>
      {wallet && slot ? (
        <Game slot={slot} wallet={wallet} />
      ) : wallet ? (
        <EmptyState icon="game" title={t('game.gone')} />
      ) : error ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <ModalSkeleton />
      )}
    </Modal>
  );
}

function Game({ slot, wallet }: { slot: Slot; wallet: Wallet }) {
  const t = useText();
  const { currency } = wallet.wallet;
  const exclusion = useExclusion();
  const isExcluded = exclusion !== null;
  useFreshBalances(useMemo(() => (slot.isActive ? [slot.code] : []), [slot.isActive, slot.code]));
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-4">
        <ProviderBadge name={slot.name} colour={slot.colour} logo={slot.logo} size={56} />
        <div className="min-w-0">
          <p className="text-sm text-muted">{t(`game.${slot.category}`)}</p>
          {slot.isActive ? (
            <p className="text-2xl font-bold">
              <span className="sr-only">{t('wallet.balance')} </span>
              <GameMoney slot={slot} currency={currency} />
            </p>
          ) : (
            <p className="font-medium">{t('home.game.notOpen')}</p>
          )}
        </div>
      </div>
      {exclusion && <BreakNotice exclusion={exclusion} />}
      {slot.maintenance && <Notice tone="caution">{t('game.maintenance')}</Notice>}
      {slot.isActive ? (
        <ActiveGame slot={slot} walletAmount={wallet.wallet.amount} isExcluded={isExcluded} />
      ) : (
        <ActivatePanel slot={slot} isExcluded={isExcluded} />
      )}
    </div>
  );
}
