import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/display/classNames';
import type { WorkCounts } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { LISTS, type List } from './lists';
import { useHeld } from './useClaimed';

function Count({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'tabular rounded-full px-2 text-xs font-semibold',
        isCurrent ? 'bg-surface text-ink' : 'bg-caution-soft text-caution',
      )}
    >
      {children}
    </span>
  );
}

/** The lists, each with how much waits there, and how much of it the caller holds. */
export function WorkTabs({ list, counts }: { list: List; counts: WorkCounts | undefined }) {
  const t = useSupportText();
  const row = useRef<HTMLElement>(null);
  const held = useHeld();
  // On a phone the lists are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is at another place.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    row.current.scrollLeft =
      current.offsetLeft - row.current.clientWidth / 2 + current.offsetWidth / 2;
  }, [list]);
  return (
    <nav
      ref={row}
      aria-label={t('support.work.lists')}
      className="relative mb-4 flex flex-wrap gap-1.5 max-lg:-mx-4 max-lg:flex-nowrap max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1"
    >
      {LISTS.map((each) => {
        const n = counts?.[each] ?? 0;
        const isCurrent = each === list;
        const own = held.filter((it) => it.list === each).length;
        return (
          <Link
            key={each}
            href={`/work?kind=${each}`}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-sm font-medium whitespace-nowrap',
              isCurrent ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
              !isCurrent && n === 0 && 'text-muted',
            )}
          >
            {t(`support.work.list.${each}`)}
            {n > 0 && <Count isCurrent={isCurrent}>{n}</Count>}
            {own > 0 && (
              <Count isCurrent={isCurrent}>{t('support.work.claim.yours', { n: own })}</Count>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
