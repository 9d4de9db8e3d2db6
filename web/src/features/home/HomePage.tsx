import { useDeferredValue } from 'react';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useIsServiceGone } from '../../client/hooks';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useTitle } from '../../ui/display/useTitle';
import { WhenNear } from '../../ui/display/WhenNear';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { ProblemState } from '../../ui/feedback/States';
import { ActionTiles } from './ActionTiles';
import { BalancePanel } from './BalancePanel';
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from './columns';
import { GamesSkeleton } from './games/GamesSkeleton';
import { HomeNotices, Part } from './HomeNotices';
import { HomeSkeleton } from './HomeSkeleton';
import { InvitePanel } from './InvitePanel';
import { LinesFrame, lastLines } from './lines/LinesFrame';
import { NewsLine } from './news/NewsLine';
import { OpenIntents } from './OpenIntents';
import { PromotionsFrame } from './promotions/PromotionsFrame';
import { useSlotRefresh } from './useSlotRefresh';

const Games = lazyPart(() => import('./games/Games'));
const LastLines = lazyPart(() => import('./lines/LastLines'));
const Promotions = lazyPart(() => import('./promotions/Promotions'));

/** The main screen: the balances, the actions, the offers, the last lines, and the games. */
export default function HomePage() {
  const t = useText();
  useTitle(t('nav.home'));
  const { data, error, isFetching, refetch } = useGetWalletQuery();
  // In small steps, so that a slow phone answers a finger meanwhile.
  const wallet = useDeferredValue(data);

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

/** On a desktop what happened last is next to the balance; what can be had has the whole width. */
function HomeContent({ wallet }: { wallet: Wallet }) {
  const { refresh, isRefreshing } = useSlotRefresh(wallet.slots);
  const exclusion = useExclusion();
  const frozen = useFreeze();
  const isGone = useIsServiceGone();
  const isDesktop = useIsDesktop();
  const { currency } = wallet.wallet;
  const hasStarted = !isZero(wallet.total) || wallet.slots.some((slot) => slot.isActive);
  const { amount: earned } = wallet.invite;
  // Money that waits comes before all else.
  const isInviteFirst = !isZero(earned);
  const count = lastLines(isDesktop);
  const lines = (
    <Part>
      <WhenNear frame={<LinesFrame count={count} />} className="flex grow flex-col">
        <LastLines count={count} />
      </WhenNear>
    </Part>
  );
  const invite = !isGone && <InvitePanel wallet={wallet} />;
  return (
    <div className="space-y-4 lg:space-y-6">
      <div className={COLUMNS}>
        <div className={MAIN_COLUMN}>
          <BalancePanel wallet={wallet} onRefresh={refresh} isRefreshing={isRefreshing}>
            <Part>
              <NewsLine currency={currency} hasStarted={hasStarted} invite={earned} />
            </Part>
          </BalancePanel>
          {!isDesktop && isInviteFirst && invite}
          <OpenIntents currency={currency} />
          <HomeNotices account={wallet.bankAccount} />
          <ActionTiles onRefresh={refresh} isRefreshing={isRefreshing} />
        </div>
        {isDesktop && (
          <div className={SIDE_COLUMN}>
            {isInviteFirst && invite}
            {lines}
            {!isInviteFirst && invite}
          </div>
        )}
      </div>
      {!isGone && (
        <Part>
          <WhenNear frame={<PromotionsFrame />}>
            <Promotions />
          </WhenNear>
        </Part>
      )}
      {!isDesktop && lines}
      {!isDesktop && !isInviteFirst && invite}
      <PartBoundary frame={(note) => <Card>{note}</Card>}>
        <WhenNear frame={<GamesSkeleton />}>
          <Games wallet={wallet} isExcluded={isGone || exclusion !== null || frozen === 'ALL'} />
        </WhenNear>
      </PartBoundary>
    </div>
  );
}
