import { Suspense } from 'react';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { Card } from '../../ui/display/Card';
import { Carousel } from '../../ui/display/Carousel';
import { useTitle } from '../../ui/display/useTitle';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { ActionTiles } from './ActionTiles';
import { BalancePanel } from './BalancePanel';
import { BankNameNotice } from './BankNameNotice';
import { CATEGORIES } from './balances';
import { GameCard } from './GameCard';
import { HomeSkeleton } from './HomeSkeleton';
import { InvitePanel } from './InvitePanel';
import { NewsFrame } from './news/NewsFrame';
import { OpenIntents } from './OpenIntents';
import { useSlotRefresh } from './useSlotRefresh';

const NewsLine = lazyPart(() => import('./news/NewsLine'));

/** The main screen: the balances, the actions, and the games. */
export default function HomePage() {
  const t = useText();
  useTitle(t('nav.home'));
  const { data: wallet, error, isFetching, refetch } = useGetWalletQuery();

  return (
    <>
      {/* The same in all faces: the focus may be on it. */}
      <h1 className="sr-only">{t('nav.home')}</h1>
      {/* What was read before stays on the screen: a failed second reading does not hide it. */}
      {wallet ? (
        <HomeContent wallet={wallet} />
      ) : error ? (
        <Card>
          <ProblemState error={error} busy={isFetching} onRetry={refetch} />
        </Card>
      ) : (
        <HomeSkeleton />
      )}
    </>
  );
}

function HomeContent({ wallet }: { wallet: Wallet }) {
  const { refresh, isRefreshing } = useSlotRefresh(wallet.slots);
  const exclusion = useExclusion();
  const frozen = useFreeze();
  return (
    <div className="space-y-6">
      <BalancePanel wallet={wallet} onRefresh={refresh} isRefreshing={isRefreshing} />
      <PartBoundary frame={() => null}>
        <Suspense fallback={<NewsFrame />}>
          <NewsLine currency={wallet.wallet.currency} />
        </Suspense>
      </PartBoundary>
      <OpenIntents currency={wallet.wallet.currency} />
      <BankNameNotice account={wallet.bankAccount} />
      {frozen && <FreezeNotice reach={frozen} />}
      {exclusion && <BreakNotice exclusion={exclusion} />}
      <ActionTiles onRefresh={refresh} isRefreshing={isRefreshing} />
      <InvitePanel wallet={wallet} />
      <GameCarousels wallet={wallet} isExcluded={exclusion !== null || frozen === 'ALL'} />
    </div>
  );
}

interface GameCarouselsProps {
  wallet: Wallet;
  isExcluded: boolean;
}

function GameCarousels({ wallet, isExcluded }: GameCarouselsProps) {
  const t = useText();
  if (wallet.slots.length === 0) {
    return (
      <Card flush>
        <EmptyState icon="game" title={t('home.noGames')}>
          {t('home.noGames.detail')}
        </EmptyState>
      </Card>
    );
  }
  return CATEGORIES.map((category) => {
    const slots = wallet.slots.filter((slot) => slot.category === category);
    if (slots.length === 0) return null;
    return (
      <Carousel key={category} title={t(`game.${category}`)}>
        {slots.map((slot) => (
          <GameCard key={slot.code} slot={slot} wallet={wallet.wallet} isExcluded={isExcluded} />
        ))}
      </Carousel>
    );
  });
}
