import type { ReactNode } from 'react';
import { useText } from '../../../intl/text';

/** The frame of the news. It has its final size before they load, so that nothing below moves. */
export function NewsFrame({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <section
      aria-label={t('home.news')}
      className="min-h-12 rounded-card bg-surface shadow-card"
      aria-live="polite"
    >
      {children}
    </section>
  );
}
