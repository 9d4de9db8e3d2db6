import { useText } from '../../../intl/text';
import { Skeleton } from '../../../ui/feedback/Skeleton';

/** The width of a card: a part of the next one shows that there are more. */
export const PROMOTION_WIDTH = 'w-68';

const CARDS = [1, 2, 3];

/** The promotions to come, at their final size. */
export function PromotionsFrame() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className="flex h-11 items-center">
        <Skeleton className="h-6 w-32" />
      </div>
      <div className="-mx-4 flex gap-3 overflow-hidden px-4 pt-1 pb-3">
        {CARDS.map((card) => (
          <Skeleton
            key={card}
            className={`h-[12.65rem] shrink-0 rounded-card ${PROMOTION_WIDTH}`}
          />
        ))}
      </div>
    </div>
  );
}
