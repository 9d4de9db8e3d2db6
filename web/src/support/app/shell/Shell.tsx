import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { IconButton } from '../../../ui/display/IconButton';
import { NoticePlace } from '../../../ui/feedback/NoticePlace';
import { AppearanceMenu } from '../../../ui/field/AppearanceMenu';
import { useRole, useStaffSelector } from '../../api/hooks';
import { useStaffLine } from '../../api/useLive';
import { useCountWaitingQuery } from '../../api/waitingApi';
import { useSupportText } from '../../intl/text';
import { placesOf } from './places';
import { useLogOut } from './useLogOut';
import { useWaitingLive } from './useWaitingLive';

export function ConsoleBrand() {
  const t = useSupportText();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent text-on-accent">
        <Icon name="wallet" size={20} />
      </span>
      <span className="py-1 font-semibold">{t('support.title')}</span>
    </span>
  );
}

/** Above this number the badge shows "+". */
const COUNTED_MAX = 99;

const ENTRY =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-center text-[0.6875rem] leading-[1.5] font-medium lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:text-start lg:px-3 lg:text-sm';

/** How many items wait; the link's description says it as text. */
function Counter({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="tabular absolute start-1/2 top-1 ms-2 rounded-full bg-caution-soft px-1.5 text-xs font-semibold whitespace-nowrap text-caution lg:static lg:ms-auto lg:px-2"
    >
      {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
    </span>
  );
}

/** The menu: at the side of wide screens, at the bottom of small ones. */
function Navigation() {
  const t = useSupportText();
  const [path] = useLocation();
  const places = placesOf(useRole());
  const { data: waiting } = useCountWaitingQuery();
  useWaitingLive();
  return (
    <nav
      aria-label={t('shell.menu')}
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:inset-y-0 lg:top-14 lg:right-auto lg:w-52 lg:border-t-0 lg:border-r lg:px-3 lg:pt-4"
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {places.map((place) => {
          const count = (waiting && place.count?.(waiting)) ?? 0;
          const countId = `waits-at${place.path.replace('/', '-')}`;
          const isCurrent = path === place.path || path.startsWith(`${place.path}/`);
          return (
            <li key={place.path} className="min-w-0 flex-1">
              <Link
                href={place.path}
                aria-current={isCurrent ? 'page' : undefined}
                aria-describedby={count > 0 ? countId : undefined}
                className={classNames(
                  ENTRY,
                  isCurrent
                    ? 'text-accent lg:bg-accent-soft'
                    : 'text-muted hover:text-ink lg:hover:bg-sunken',
                )}
              >
                <Icon name={place.icon} size={22} />
                {t(place.label)}
                {count > 0 && <Counter count={count} />}
              </Link>
              {count > 0 && (
                <span id={countId} hidden>
                  {t('support.nav.waits', { n: count })}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The logged-in staff member, and the log-out button. */
function StaffMenu() {
  const t = useSupportText();
  const staff = useStaffSelector((state) => state.staff.current?.staff);
  const leave = useLogOut();
  return (
    <div className="flex items-center">
      {staff && (
        <Link
          href="/account"
          className="me-2 flex min-h-11 flex-col justify-center rounded-control px-2 text-end text-sm leading-tight hover:bg-sunken"
        >
          <span className="block font-medium">{staff.name}</span>
          <span className="block text-xs text-muted">{t(`support.role.${staff.role}`)}</span>
        </Link>
      )}
      <AppearanceMenu />
      <IconButton icon="logout" label={t('nav.logout')} onClick={leave} />
    </div>
  );
}

export function Shell({ children }: { children: ReactNode }) {
  const t = useSupportText();
  useStaffLine();
  return (
    <div className="min-h-dvh lg:ps-52">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t('support.skip')}
      </a>
      <header className="no-print sticky top-0 z-30 border-b border-line bg-canvas lg:-ms-52">
        <div className="flex h-14 items-center justify-between ps-4 pe-2">
          <ConsoleBrand />
          <StaffMenu />
        </div>
        <NoticePlace />
      </header>
      <Navigation />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 pt-5 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none lg:px-6 lg:pb-10"
      >
        {children}
      </main>
    </div>
  );
}
