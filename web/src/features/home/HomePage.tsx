import { type ReactNode, useDeferredValue } from 'react';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { Card } from '../../ui/display/Card';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useTitle } from '../../ui/display/useTitle';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { ProblemState } from '../../ui/feedback/States';
import { ActionTiles } from './ActionTiles';
import { BalancePanel } from './BalancePanel';
import { BankNameNotice } from './BankNameNotice';
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from './columns';
import { Games } from './games/Games';
import { GamesSkeleton } from './games/GamesSkeleton';
import { HomeSkeleton } from './HomeSkeleton';
import { InvitePanel } from './InvitePanel';
import { LastLines } from './lines/LastLines';
import { lastLines } from './lines/LinesFrame';
import { NewsLine } from './news/NewsLine';
import { OpenIntents } from './OpenIntents';
import { Promotions } from './promotions/Promotions';
import { useSlotRefresh } from './useSlotRefresh';

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

/** A part that the page can do without. */
function Part({ children }: { children: ReactNode }) {
  return <PartBoundary frame={() => null}>{children}</PartBoundary>;
}

/** On a desktop what happened last is next to the balance; what can be had has the whole width. */
function HomeContent({ wallet }: { wallet: Wallet }) {
  const { refresh, isRefreshing } = useSlotRefresh(wallet.slots);
  const exclusion = useExclusion();
  const frozen = useFreeze();
  const isGone = useIsServiceGone();
  const isDesktop = useIsDesktop();
  // Below the first screen, so they come after it.
  const isBelow = useDeferredValue(true, false);
  const { currency } = wallet.wallet;
  const hasGames = wallet.slots.some((slot) => slot.isActive);
  const lines = (
    <Part>
      <LastLines count={lastLines(isDesktop)} />
    </Part>
  );
  const invite = !isGone && <InvitePanel wallet={wallet} />;
  return (
    <div className="space-y-4 lg:space-y-6">
      <div className={COLUMNS}>
        <div className={MAIN_COLUMN}>
          <BalancePanel wallet={wallet} onRefresh={refresh} isRefreshing={isRefreshing}>
            <Part>
              <NewsLine currency={currency} hasGames={hasGames} />
            </Part>
          </BalancePanel>
          <OpenIntents currency={currency} />
          <BankNameNotice account={wallet.bankAccount} />
          {frozen && <FreezeNotice reach={frozen} />}
          {exclusion && <BreakNotice exclusion={exclusion} />}
          <ActionTiles onRefresh={refresh} isRefreshing={isRefreshing} />
        </div>
        {isDesktop && (
          <div className={SIDE_COLUMN}>
            {lines}
            {invite}
          </div>
        )}
      </div>
      {!isGone && (
        <Part>
          <Promotions />
        </Part>
      )}
      {!isDesktop && lines}
      {!isDesktop && invite}
      {isBelow ? (
        <Games wallet={wallet} isExcluded={isGone || exclusion !== null || frozen === 'ALL'} />
      ) : (
        <GamesSkeleton />
      )}
    </div>
  );
}
