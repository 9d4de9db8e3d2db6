import type { ReactNode } from 'react';
import { useText } from '../../../intl/text';

/**
 * The lower edge of the balance, where news is. It has its final size before they load, and says
 * something quiet while there are none, so that nothing below moves.
 */
export function NewsFrame({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <section
      aria-label={t('home.news')}
      className="relative flex min-h-14 flex-col justify-center bg-black/15"
      aria-live="polite"
    >
      {children}
    </section>
  );
}

/** While nothing waits for the member. */
export function QuietNews({ children }: { children: ReactNode }) {
  return (
    // A time that grows older is no news.
    <p aria-live="off" className="px-4 text-xs text-on-hero-muted @xl:px-6">
      {children}
    </p>
  );
}
