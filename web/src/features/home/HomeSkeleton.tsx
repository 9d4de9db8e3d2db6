import { useText } from '../../intl/text';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { GamesSkeleton } from './games/GamesSkeleton';

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

/** The screen's own shapes at their final size, so that nothing jumps when the figures come. */
export function HomeSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-6">
      <Skeleton className="h-[16.95rem] rounded-card" />
      <Skeleton className="h-12 rounded-card" />
      <div className="grid grid-cols-4 gap-x-3 gap-y-4">
        {EIGHT.map((tile) => (
          <div key={tile} className="flex h-[5.15rem] flex-col items-center gap-2">
            <Skeleton className="size-14" />
            <Skeleton className="h-4 w-14" />
          </div>
        ))}
      </div>
      <Skeleton className="h-20 rounded-card" />
      <GamesSkeleton />
    </div>
  );
}
