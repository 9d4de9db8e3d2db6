import { useText } from '../../../intl/text';
import { Skeleton } from '../../../ui/feedback/Skeleton';

/** On a narrow screen a part of the next card shows that there are more. */
export const PROMOTION_WIDTH =
  'w-68 lg:w-[calc((100%-1.5rem)/3)] min-[88rem]:w-[calc((100%-2.25rem)/4)]';

const CARDS = [1, 2, 3, 4];

/** The promotions to come, at their final size. */
export function PromotionsFrame() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className="flex h-11 items-center">
        <Skeleton className="h-6 w-32" />
      </div>
      <div className="-mx-4 flex gap-3 overflow-hidden px-4 lg:-mx-1 lg:px-1 pt-1 pb-3">
        {CARDS.map((card) => (
          <div key={card} className={`shrink-0 ${PROMOTION_WIDTH}`}>
            <Skeleton className="aspect-2/1 rounded-b-none" />
            <div className="h-[calc(1.4rem+1.625rem+1.5rem)] rounded-b-card bg-surface" />
          </div>
        ))}
      </div>
    </div>
  );
}
