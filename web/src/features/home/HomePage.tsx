import { Suspense } from 'react';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { ProblemState } from '../../ui/feedback/States';
import { ActionTiles } from './ActionTiles';
import { BalancePanel } from './BalancePanel';
import { BankNameNotice } from './BankNameNotice';
import { Games } from './games/Games';
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
      <Games wallet={wallet} isExcluded={exclusion !== null || frozen === 'ALL'} />
    </div>
  );
}
