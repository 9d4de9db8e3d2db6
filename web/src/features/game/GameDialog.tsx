import { useMemo } from 'react';
import { useFreshBalances } from '../../api/askGames';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Slot, Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useIsServiceGone } from '../../client/hooks';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { ClosingOffers } from '../../ui/dialog/ClosingOffers';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { Notice } from '../../ui/feedback/Notice';
import { EmptyState } from '../../ui/feedback/States';
import { ActivatePanel } from './ActivatePanel';
import { ByHand } from './ByHand';
import { GameHeader } from './GameHeader';
import { MoneyPanel, MoneyState } from './MoneyPanel';
import { PlayPanel } from './PlayPanel';
import { holdsMoney } from './playAmount';
import { useGameMoney } from './useGameMoney';
import { useOffer } from './useOffer';

interface GameDialogProps {
  slotCode: string;
  onClose: () => void;
}

/** One game: play it with money, bring the money back, and what logging in by hand needs. */
export default function GameDialog({ slotCode, onClose }: GameDialogProps) {
  const t = useText();
  const query = useGetWalletQuery();
  const wallet = query.data;
  const slot = wallet?.slots.find((candidate) => candidate.code === slotCode);
  return (
    <Modal title={slot?.name ?? t('game.account')} onClose={onClose}>
      {wallet && slot ? (
        <Game slot={slot} wallet={wallet} />
      ) : wallet ? (
        <EmptyState icon="game" title={t('game.gone')} />
      ) : (
        <ModalSkeleton query={query} />
      )}
    </Modal>
  );
}

function Game({ slot, wallet }: { slot: Slot; wallet: Wallet }) {
  const t = useText();
  const main = wallet.wallet;
  const exclusion = useExclusion();
  const frozen = useFreeze();
  const isGone = useIsServiceGone();
  const isExcluded = isGone || exclusion !== null || frozen === 'ALL';
  const isClosed = isExcluded || slot.maintenance;
  const money = useGameMoney();
  const offer = useOffer(slot, main.amount, main.currency);
  const isOffered = !isClosed && !money.isUnsettled && !holdsMoney(slot);
  const isPenniless = isOffered && !money.isBusy && isZero(main.amount);
  useFreshBalances(useMemo(() => (slot.isActive ? [slot.code] : []), [slot.isActive, slot.code]));
  return (
    <div className="space-y-4">
      <GameHeader slot={slot} wallet={main} />
      {isGone && <Notice tone="caution">{t('closed.lead')}</Notice>}
      {exclusion && <BreakNotice exclusion={exclusion} />}
      {frozen === 'ALL' && <FreezeNotice reach={frozen} />}
      {slot.maintenance && <Notice tone="caution">{t('game.maintenance')}</Notice>}
      <MoneyState money={money} currency={main.currency} />
      {/* The promotions of the home page have read them: it is here at once and moves no button. */}
      <ClosingOffers act="play" isNear={!isClosed} />
      <PlayPanel
        slot={slot}
        currency={main.currency}
        money={money}
        offer={isOffered ? offer : null}
        isClosed={isClosed}
        isPenniless={isPenniless}
      />
      {slot.isActive ? (
        <MoneyPanel
          slot={slot}
          wallet={main}
          money={money}
          hasOffer={isOffered && offer.amount !== null}
          isExcluded={isExcluded}
          isPenniless={isPenniless}
        />
      ) : (
        <ActivatePanel slot={slot} isClosed={isClosed} />
      )}
      {/* During a break the server does not give the credentials, so there is nothing to request. */}
      {slot.isActive && !isExcluded && <ByHand slot={slot} />}
    </div>
  );
}
