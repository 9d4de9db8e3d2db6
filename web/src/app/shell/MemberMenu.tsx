import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import { Brand } from './Brand';

export interface MenuItem {
  icon: IconName;
  label: string;
  /** Where it leads, or what it does. */
  href?: string;
  onPress?: () => void;
  /** Pages that are reached from it and have no other entry. */
  holds?: readonly string[];
  /** The badge of what waits behind the entry, and its text for screen readers. */
  badge?: { text: string; name: string } | null;
}

interface MenuProps {
  items: readonly MenuItem[];
}

/** The number of what waits behind an entry. */
function MenuBadge({ text, className }: { text: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'tabular flex h-5 min-w-5 items-center justify-center rounded-full bg-negative px-1 text-[0.6875rem] font-bold text-surface',
        className,
      )}
    >
      {text}
    </span>
  );
}

const isAt = ({ href, holds = [] }: MenuItem, path: string): boolean =>
  href === path || holds.includes(path);

interface EntryProps {
  item: MenuItem;
  className: string;
  children: ReactNode;
}

/** A link where the entry leads somewhere, a button where it does something. */
function Entry({ item, className, children }: EntryProps) {
  const [path] = useLocation();
  const name = item.badge && <span className="sr-only"> ({item.badge.name})</span>;
  if (!item.href) {
    return (
      <button type="button" onClick={item.onPress} className={className}>
        {children}
        {name}
      </button>
    );
  }
  const isCurrent = isAt(item, path);
  return (
    <Link
      href={item.href}
      aria-current={item.href === path ? 'page' : isCurrent || undefined}
      className={classNames(className, isCurrent ? 'text-accent' : 'text-muted hover:text-ink')}
    >
      {children}
      {name}
    </Link>
  );
}

/** The menu within reach of the thumb; home is raised in its middle. */
export function ThumbMenu({ items }: MenuProps) {
  const t = useText();
  const [path] = useLocation();
  const middle = Math.floor(items.length / 2);
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-120 items-stretch">
        {items.map((item, at) => (
          <li key={item.label} className="min-w-0 flex-1">
            <Entry
              item={item}
              className={classNames(
                'group flex h-full min-h-14 w-full flex-col items-center justify-end gap-0.5 pb-1.5 text-center text-[0.6875rem] leading-[1.5] font-medium',
                !item.href && 'text-muted hover:text-ink',
              )}
            >
              <span
                className={classNames(
                  'relative flex items-center justify-center rounded-full transition-colors',
                  at === middle
                    ? '-mt-6 size-14 bg-gold text-on-gold shadow-card ring-4 ring-surface group-hover:bg-gold-light'
                    : classNames('h-7 w-12', isAt(item, path) && 'bg-accent-soft'),
                )}
              >
                <Icon name={item.icon} size={at === middle ? 28 : 22} />
                {item.badge && (
                  <MenuBadge
                    text={item.badge.text}
                    className="absolute -top-1 -end-0.5 ring-2 ring-surface"
                  />
                )}
              </span>
              <span className="max-w-full">{item.label}</span>
            </Entry>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The menu of a desktop: a rail of signs where the window is narrow, and with words next to them. */
export function SideMenu({ items }: MenuProps) {
  const t = useText();
  const [path] = useLocation();
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-y-0 left-0 z-20 flex w-26 flex-col overflow-y-auto border-r border-line bg-surface px-2 pb-4 xl:w-58 xl:px-4"
    >
      <div className="flex h-16 shrink-0 items-center justify-center xl:justify-start">
        {/* The rail has room for the mark alone. */}
        <div className="w-9 overflow-hidden xl:w-auto xl:max-w-full">
          <Brand />
        </div>
      </div>
      <ul className="mt-3 space-y-1">
        {items.map((item) => (
          <li key={item.label}>
            <Entry
              item={item}
              className={classNames(
                'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-control px-1 text-center text-[0.6875rem] leading-[1.5] font-medium transition-colors',
                'xl:min-h-12 xl:flex-row xl:justify-start xl:gap-3 xl:px-3 xl:text-start xl:text-sm',
                isAt(item, path)
                  ? 'bg-accent-soft font-semibold before:absolute before:inset-y-3 before:start-0 before:w-1 before:rounded-full before:bg-gold'
                  : 'hover:bg-sunken',
                !item.href && 'text-muted hover:text-ink',
              )}
            >
              <Icon name={item.icon} size={22} />
              <span className="max-w-full">{item.label}</span>
              {item.badge && (
                <MenuBadge
                  text={item.badge.text}
                  className="absolute end-2 top-1 xl:static xl:ms-auto"
                />
              )}
            </Entry>
          </li>
        ))}
      </ul>
    </nav>
  );
}
