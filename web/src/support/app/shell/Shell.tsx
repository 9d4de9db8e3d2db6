import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { IconButton } from '../../../ui/display/IconButton';
import { NoticePlace } from '../../../ui/feedback/NoticePlace';
import { AppearanceMenu } from '../../../ui/field/AppearanceMenu';
import { useStaffSelector } from '../../api/hooks';
import { useStaffLine } from '../../api/useLive';
import { useSupportText } from '../../intl/text';
import { Initials } from '../../ui/Initials';
import { Navigation } from './Navigation';
import { SearchButton } from './SearchButton';
import { useLogOut } from './useLogOut';

export function ConsoleBrand({ isOnHero = false }: { isOnHero?: boolean }) {
  const t = useSupportText();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        className={classNames(
          'flex size-9 shrink-0 items-center justify-center rounded-control',
          isOnHero ? 'bg-white/15' : 'bg-accent text-on-accent',
        )}
      >
        <Icon name="wallet" size={20} />
      </span>
      <span className="py-1 font-semibold">{t('support.title')}</span>
    </span>
  );
}

/** The logged-in staff member, and the log-out button. */
function StaffMenu() {
  const t = useSupportText();
  const staff = useStaffSelector((state) => state.staff.current?.staff);
  const leave = useLogOut();
  return (
    <div className="flex items-center">
      <SearchButton />
      {staff && (
        <Link
          href="/account"
          className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-control px-1 text-sm leading-tight hover:bg-sunken sm:me-2 sm:px-2"
        >
          <Initials name={staff.name} className="size-9" />
          <span className="max-sm:sr-only">
            <span className="block font-medium">{staff.name}</span>
            <span className="block text-xs text-muted">{t(`support.role.${staff.role}`)}</span>
          </span>
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
        <NoticePlace isInHeader />
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
