import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useIsServiceGone } from '../../../client/hooks';
import { useText } from '../../../intl/text';
import { Icon } from '../../../ui/display/Icon';

const QUIET = 'px-4 text-xs @xl:px-6';

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

/** While nothing waits for the member; one without a game and money reads how to begin. */
export function QuietNews({ hasStarted }: { hasStarted: boolean }) {
  const t = useText();
  const isGone = useIsServiceGone();
  if (hasStarted || isGone)
    return <p className={`${QUIET} text-on-hero-muted`}>{t('home.news.quiet')}</p>;
  return (
    <Link
      href="/user/howto"
      className={`${QUIET} flex min-h-14 items-center justify-between gap-3 hover:underline`}
    >
      {t('home.news.none')}
      <Icon name="chevronRight" size={20} className="shrink-0" />
    </Link>
  );
}
