import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useBalancesOnReturn } from '../../api/askGames';
import { useLive } from '../../api/transport/live';
import { chatOpened, unreadBadge } from '../../chat/chatState';
import { AGREEMENT_DELAY_MS, isAgreementAccepted } from '../../client/agreement';
import { useAppDispatch, useIsServiceGone } from '../../client/hooks';
import { balanceVisibilityToggled } from '../../client/preferences';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { NoticePlace } from '../../ui/feedback/NoticePlace';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { AppearanceMenu } from '../../ui/field/AppearanceMenu';
import { useAppSelector } from '../hooks';
import { TimeReminder } from '../timeReminder';
import { Brand } from './Brand';
import { MenuBadge, type MenuItem, SideMenu, ThumbMenu } from './MemberMenu';
import { pageTitle } from './pageTitle';

const Credits = lazyPart(() => import('./Credits'));
const AccountNotices = lazyPart(() => import('./AccountNotices'));
const ServiceClosed = lazyPart(() => import('../../features/session/ServiceClosed'));

/** Asks for the terms a moment after the first screen, until they are accepted on this device. */
function useAgreement(): void {
  const dialog = useDialog();
  useEffect(() => {
    if (isAgreementAccepted()) return;
    const ask = () => {
      // Another tab may have accepted them meanwhile.
      if (!isAgreementAccepted()) dialog.open('agreement', {});
    };
    const timer = setTimeout(ask, AGREEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dialog]);
}

/** On a desktop it shows the page's title: the heading itself is read out where the page begins. */
function TopBar({ isDesktop, contact }: { isDesktop: boolean; contact: MenuItem }) {
  const t = useText();
  const dispatch = useAppDispatch();
  const [path, navigate] = useLocation();
  const isHidden = useAppSelector((state) => state.preferences.balanceHidden);
  return (
    <header className="no-print sticky top-0 z-20 border-b border-line bg-canvas/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex h-14 max-w-3xl items-center justify-between ps-4 pe-2 lg:h-16 lg:max-w-300 lg:px-0">
        {isDesktop ? (
          <p aria-hidden="true" className="truncate py-1 text-xl font-bold">
            {t(pageTitle(path))}
          </p>
        ) : (
          <Brand />
        )}
        <div className="flex">
          {/* The balance on the home page has its own. */}
          {path !== '/user/home' && (
            <IconButton
              icon={isHidden ? 'eyeOff' : 'eye'}
              label={t(isHidden ? 'shell.balance.show' : 'shell.balance.hide')}
              aria-pressed={isHidden}
              onClick={() => dispatch(balanceVisibilityToggled())}
            />
          )}
          {!isDesktop && <Contact item={contact} />}
          <AppearanceMenu />
          {/* The public area ends the session itself, so that there is one way to log out. */}
          <IconButton
            icon="logout"
            label={t('nav.logout')}
            onClick={() => navigate('/login', { replace: true })}
          />
        </div>
      </div>
      <NoticePlace />
    </header>
  );
}

/** On phones the way to the support is in the top bar. */
function Contact({ item }: { item: MenuItem }) {
  const { icon, label, href, onPress, badge } = item;
  if (href) {
    return (
      <Link
        href={href}
        aria-label={label}
        className="inline-flex size-11 items-center justify-center rounded-full hover:bg-ink/8"
      >
        <Icon name={icon} size={22} />
      </Link>
    );
  }
  return (
    <span className="relative">
      <IconButton
        icon={icon}
        label={badge ? `${label} (${badge.name})` : label}
        onClick={onPress}
      />
      {badge && (
        <MenuBadge text={badge.text} className="pointer-events-none absolute end-0 top-0" />
      )}
    </span>
  );
}

/** On phones it opens the chat, whose panel leads to the page; on desktops the chat has a bubble. */
function useContact(isDesktop: boolean): MenuItem {
  const t = useText();
  const dispatch = useAppDispatch();
  const { isOn, unread, hasQuestion } = useAppSelector((state) => state.chat);
  const item = { icon: 'chat' as const, label: t('nav.contact') };
  if (isDesktop || !isOn) return { ...item, href: '/user/contact' };
  const text = unreadBadge(unread);
  const question = hasQuestion ? { text: '?', name: t('chat.link.invite') } : null;
  const badge = text ? { text, name: t('chat.newMessages', { n: unread }) } : question;
  return { ...item, badge, onPress: () => dispatch(chatOpened()) };
}

/**
 * The entries of the menu: a phone has room for five, with the deposit in the middle, or the
 * withdrawal once the service has closed.
 */
function useMenu(isDesktop: boolean, contact: MenuItem): MenuItem[] {
  const t = useText();
  const dialog = useDialog();
  const isGone = useIsServiceGone();
  const home: MenuItem = {
    icon: 'home',
    label: t('nav.home'),
    href: '/user/home',
    holds: ['/user/spins'],
  };
  const bonus: MenuItem = { icon: 'gift', label: t('nav.bonus'), href: '/user/bonus' };
  const profile: MenuItem = {
    icon: 'user',
    label: t('nav.profile'),
    href: '/user/profile',
    holds: ['/user/devices', '/user/howto'],
  };
  const statement: MenuItem = {
    icon: 'statement',
    label: t('nav.statement'),
    href: '/user/statement',
  };
  if (!isDesktop) {
    const main: MenuItem = isGone
      ? {
          icon: 'withdraw',
          label: t('withdraw.withdraw'),
          onPress: () => dialog.open('withdraw', {}),
        }
      : {
          icon: 'deposit',
          label: t('deposit.deposit'),
          onPress: () => dialog.open('deposit', {}),
        };
    return [home, bonus, main, statement, profile];
  }
  const conditions: MenuItem = {
    icon: 'conditions',
    label: t('nav.conditions'),
    onPress: () => dialog.open('conditions', {}),
  };
  const limits: MenuItem = { icon: 'clock', label: t('limits.title'), href: '/user/limits' };
  return [home, statement, bonus, limits, profile, conditions, contact];
}

/** Next to the menu of a desktop, and clear of the chat's bubble at the right edge. */
const SCREEN =
  'flex min-h-dvh flex-col lg:ps-26 xl:ps-58 lg:[&>header]:ps-10 lg:[&>header]:pe-20 lg:[&>main]:ps-10 lg:[&>main]:pe-20';

export default function UserShell({ children }: { children: ReactNode }) {
  useLive();
  useBalancesOnReturn();
  useAgreement();
  const isDesktop = useIsDesktop();
  const isGone = useIsServiceGone();
  const contact = useContact(isDesktop);
  const items = useMenu(isDesktop, contact);
  return (
    <div className={SCREEN}>
      <TopBar isDesktop={isDesktop} contact={contact} />
      <main
        id="content"
        className="flex w-full flex-1 flex-col px-4 pt-4 pb-[calc(9.5rem+env(safe-area-inset-bottom))] lg:pt-6 lg:pb-16 lg:[&_h1]:sr-only"
      >
        <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col lg:max-w-300">
          {isGone && (
            <PartBoundary frame={() => null}>
              <Suspense fallback={null}>
                <ServiceClosed />
              </Suspense>
            </PartBoundary>
          )}
          <div>{children}</div>
          <PartBoundary frame={() => null}>
            <Suspense fallback={null}>
              <AccountNotices />
            </Suspense>
          </PartBoundary>
        </div>
      </main>
      <PartBoundary frame={() => null}>
        <Suspense fallback={null}>
          <TimeReminder />
          <Credits />
        </Suspense>
      </PartBoundary>
      {isDesktop ? <SideMenu items={items} /> : <ThumbMenu items={items} />}
    </div>
  );
}
