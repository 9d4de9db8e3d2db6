import type { ReactNode } from 'react';
import { useText } from '../../../intl/text';
import { Card } from '../../../ui/display/Card';
import { Skeleton } from '../../../ui/feedback/Skeleton';

export const LAST_LINES = 3;

const ROWS = Array.from({ length: LAST_LINES }, (_, row) => row);

interface LinesFrameProps {
  /** The way to all lines. */
  action?: ReactNode;
  /** Missing while they load. */
  children?: ReactNode;
}

/** The card of the last lines, which has its final size before they load. */
export function LinesFrame({ action, children }: LinesFrameProps) {
  const t = useText();
  return (
    <section aria-label={t('home.lines')}>
      <header className="flex min-h-11 items-center justify-between">
        <h2 className="text-lg font-semibold">{t('home.lines')}</h2>
        {action}
      </header>
      <Card flush className="mt-1 min-h-51 overflow-hidden">
        {children ?? (
          <div role="status" aria-label={t('common.loading')} className="divide-y divide-line">
            {ROWS.map((row) => (
              <div key={row} className="flex h-17 items-center gap-3 px-4">
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
    </section>
  );
}
