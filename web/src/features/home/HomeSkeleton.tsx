import { useText } from '../../intl/text';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ActionTiles } from './ActionTiles';
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from './columns';
import { GamesSkeleton } from './games/GamesSkeleton';
import { LinesFrame, lastLines } from './lines/LinesFrame';
import { PromotionsFrame } from './promotions/PromotionsFrame';
import { Rosette } from './Rosette';

/** The screen's own shapes at their final size, so that nothing jumps when the figures come. */
export function HomeSkeleton() {
  const t = useText();
  const isDesktop = useIsDesktop();
  const invite = <Skeleton className="h-19 rounded-card" />;
  return (
    <div className="space-y-4 lg:space-y-6">
      <div className={COLUMNS}>
        <div className={MAIN_COLUMN}>
          <div role="status" aria-label={t('common.loading')} className="@container">
            <div className="relative h-[20.43rem] overflow-hidden rounded-card bg-linear-to-br from-hero-from to-hero-to text-on-hero shadow-card @lg:h-[20.93rem]">
              <Rosette />
            </div>
          </div>
          {/* They need no wallet. */}
          <ActionTiles onRefresh={() => undefined} isRefreshing />
        </div>
        {isDesktop && (
          <div className={SIDE_COLUMN}>
            <LinesFrame count={lastLines(isDesktop)} />
            {invite}
          </div>
        )}
      </div>
      <PromotionsFrame />
      {!isDesktop && <LinesFrame count={lastLines(isDesktop)} />}
      {!isDesktop && invite}
      <GamesSkeleton />
    </div>
  );
}
