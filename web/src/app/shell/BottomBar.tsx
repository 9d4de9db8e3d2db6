import { Link, useLocation } from 'wouter';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';

export interface BarItem {
  icon: IconName;
  label: string;
  /** Where it leads, or what it does. */
  href?: string;
  onPress?: () => void;
  /** The badge of what waits behind the entry, and its text for screen readers. */
  badge?: { text: string; name: string } | null;
  /** The large one in the middle. */
  isCentral?: boolean;
}

const PLAIN =
  'flex h-full min-h-14 w-full flex-col items-center justify-end gap-0.5 pb-1.5 text-center text-[0.6875rem] leading-[1.5] font-medium';

function BarFace({ item, isCurrent }: { item: BarItem; isCurrent: boolean }) {
  return (
    <>
      <span
        className={classNames(
          'relative flex items-center justify-center rounded-full transition-colors',
          item.isCentral
            ? '-mt-6 size-14 bg-accent text-on-accent shadow-card ring-4 ring-surface lg:mt-0'
            : classNames('h-7 w-12', isCurrent && 'bg-accent-soft'),
        )}
      >
        <Icon name={item.icon} size={item.isCentral ? 28 : 22} />
        {item.badge && (
          <span
            aria-hidden="true"
            className="tabular absolute -top-1 -end-0.5 flex h-5 min-w-5 items-center justify-center rounded-full bg-negative px-1 text-[0.6875rem] font-bold text-surface ring-2 ring-surface"
          >
            {item.badge.text}
          </span>
        )}
      </span>
      <span className="max-w-full">{item.label}</span>
      {item.badge && <span className="sr-only"> ({item.badge.name})</span>}
    </>
  );
}

function BarEntry({ item, isCurrent }: { item: BarItem; isCurrent: boolean }) {
  const look = classNames(PLAIN, isCurrent ? 'text-accent' : 'text-muted hover:text-ink');
  if (!item.href) {
    return (
      <button type="button" onClick={item.onPress} className={look}>
        <BarFace item={item} isCurrent={false} />
      </button>
    );
  }
  return (
    <Link href={item.href} aria-current={isCurrent ? 'page' : undefined} className={look}>
      <BarFace item={item} isCurrent={isCurrent} />
    </Link>
  );
}

/** The menu within reach of the thumb; on wide screens it is a rail at the side. */
export function BottomBar({ items }: { items: BarItem[] }) {
  const t = useText();
  const [path] = useLocation();
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:inset-y-0 lg:right-auto lg:left-0 lg:flex lg:w-26 lg:flex-col lg:justify-center lg:border-t-0 lg:border-r"
    >
      <ul className="mx-auto flex max-w-120 items-stretch lg:mx-0 lg:flex-col lg:gap-3">
        {items.map((item) => (
          <li key={item.label} className="min-w-0 flex-1">
            <BarEntry item={item} isCurrent={item.href === path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
