import { Link, useLocation } from 'wouter';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';

export interface BarItem {
  icon: IconName;
  label: string;
  href: string;
}

/** A guest's menu within reach of the thumb; a wide screen has it in the header. */
export function BottomBar({ items }: { items: BarItem[] }) {
  const t = useText();
  const [path] = useLocation();
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex max-w-120 items-stretch">
        {items.map(({ icon, label, href }) => {
          // The log-in is no page of the menu.
          const isCurrent = href === path && path !== '/login';
          return (
            <li key={label} className="min-w-0 flex-1">
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex h-full min-h-14 w-full flex-col items-center justify-end gap-0.5 pb-1.5 text-center text-[0.6875rem] leading-[1.5] font-medium',
                  isCurrent ? 'text-accent' : 'text-muted hover:text-ink',
                )}
              >
                <span
                  className={classNames(
                    'flex h-7 w-12 items-center justify-center rounded-full transition-colors',
                    isCurrent && 'bg-accent-soft',
                  )}
                >
                  <Icon name={icon} size={22} />
                </span>
                <span className="max-w-full">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
