import type { ReactNode } from 'react';
import { useText } from '../../../intl/text';
import { Card } from '../../../ui/display/Card';
import { Skeleton } from '../../../ui/feedback/Skeleton';

/** On a desktop they and the invite bonus are as high as the balance and the actions next to them. */
export const lastLines = (isDesktop: boolean): number => (isDesktop ? 4 : 3);

interface LinesFrameProps {
  /** How many lines are to come. */
  count: number;
  /** The way to all lines. */
  action?: ReactNode;
  /** Missing while they load. */
  children?: ReactNode;
}

/** The card of the last lines, which has its final size before they load. */
export function LinesFrame({ count, action, children }: LinesFrameProps) {
  const t = useText();
  return (
    <Card flush aria-label={t('home.lines')} className="flex grow flex-col overflow-hidden">
      <header className="flex min-h-13 items-center justify-between ps-4 pe-2">
        <h2 className="text-base font-semibold">{t('home.lines')}</h2>
        {action}
      </header>
      {children ?? (
        <div role="status" aria-label={t('common.loading')} className="divide-y divide-line">
          {Array.from({ length: count }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
            <div key={row} className="flex h-19 items-center gap-3 px-4">
              <Skeleton className="size-10 rounded-full" />
              <span className="flex-1 space-y-2">
                <Skeleton className="h-4 w-3/5" />
                <Skeleton className="h-3 w-2/5" />
              </span>
              <Skeleton className="h-5 w-16" />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}
