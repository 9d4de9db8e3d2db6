import { useText } from '../../intl/text';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from './columns';
import { LinesFrame, lastLines } from './lines/LinesFrame';
import { PromotionsFrame } from './promotions/PromotionsFrame';

const THREE = [1, 2, 3];
const FIVE = [1, 2, 3, 4, 5];

/** The screen's own shapes at their final size, so that nothing jumps when the figures come. */
export function HomeSkeleton() {
  const t = useText();
  const isDesktop = useIsDesktop();
  return (
    <div role="status" aria-label={t('common.loading')} className={COLUMNS}>
      <div className={MAIN_COLUMN}>
        <div className="@container">
          <Skeleton className="h-[18.85rem] rounded-card @xl:h-[18.85rem]" />
        </div>
        <div className="grid h-28 grid-cols-5 rounded-card bg-surface px-2 py-4 shadow-card">
          {FIVE.map((tile) => (
            <div key={tile} className="flex flex-col items-center gap-2">
              <Skeleton className="size-13" />
              <Skeleton className="h-4 w-12" />
            </div>
          ))}
        </div>
        <PromotionsFrame />
        {!isDesktop && <LinesFrame count={lastLines(isDesktop)} />}
        {THREE.map((carousel) => (
          <div key={carousel}>
            <div className="flex h-11 items-center">
              <Skeleton className="h-6 w-28" />
            </div>
            <div className="grid grid-cols-3 gap-3 pt-1 pb-3">
              {THREE.map((card) => (
                <Skeleton key={card} className="h-[11.4rem] rounded-card" />
              ))}
            </div>
          </div>
        ))}
      </div>
      {isDesktop && (
        <div className={SIDE_COLUMN}>
          <LinesFrame count={lastLines(isDesktop)} />
        </div>
      )}
    </div>
  );
}
