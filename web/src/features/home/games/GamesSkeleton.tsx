import { useText } from '../../../intl/text';
import { Skeleton } from '../../../ui/feedback/Skeleton';
import { CATEGORIES } from '../balances';
import { CAROUSELS } from './covers';

const THREE = [1, 2, 3];

/** The games to come: the heading, the search, the chips and the carousels. */
export function GamesSkeleton() {
  const t = useText();
  return (
    <section aria-label={t('home.games')} aria-busy="true" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-11 w-full rounded-full sm:w-64" />
      </div>
      <Skeleton className="h-11 w-64 rounded-full" />
      <div className={CAROUSELS}>
        {CATEGORIES.map((category) => (
          <div key={category} className="@container flex-1">
            <div className="flex h-11 items-center">
              <Skeleton className="h-5 w-24" />
            </div>
            <div className="grid grid-cols-3 gap-3 pt-1 pb-3">
              {THREE.map((cover) => (
                <Skeleton key={cover} className="aspect-3/4 rounded-card @lg:aspect-video" />
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
