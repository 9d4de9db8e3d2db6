import { Skeleton } from '../../../ui/feedback/Skeleton';
import { COVERS } from './covers';

const SIX = [1, 2, 3, 4, 5, 6];

/** The games to come: the heading, the search, the chips and the covers. */
export function GamesSkeleton() {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-11 w-full rounded-full sm:w-64" />
      </div>
      <Skeleton className="h-11 w-64 rounded-full" />
      <div className={COVERS}>
        {SIX.map((cover) => (
          <Skeleton key={cover} className="aspect-3/4 rounded-card" />
        ))}
      </div>
    </div>
  );
}
