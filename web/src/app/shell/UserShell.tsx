import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useBalancesOnReturn } from '../../api/askGames';
import { useLive } from '../../api/transport/live';
import { chatOpened, unreadBadge } from '../../chat/chatState';
import { AGREEMENT_DELAY_MS, isAgreementAccepted } from '../../client/agreement';
import { useAppDispatch, useIsServiceGone } from '../../client/hooks';
import { balanceVisibilityToggled } from '../../client/preferences';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { IconButton } from '../../ui/display/IconButton';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { NoticePlace } from '../../ui/feedback/NoticePlace';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { AppearanceMenu } from '../../ui/field/AppearanceMenu';
import { useAppSelector } from '../hooks';
import { TimeReminder } from '../timeReminder';
import { Brand } from './Brand';
import { type MenuItem, SideMenu, ThumbMenu } from './MemberMenu';
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
function TopBar({ isDesktop }: { isDesktop: boolean }) {
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
          <AppearanceMenu />
          {/* The public area ends the session itself, so that there is one way to log out. */}
          <IconButton
            icon="logout"
            label={t('nav.logout')}
            onClick={() => navigate('/login', { replace: true })}
          />
        </div>
      </div>
      <NoticePlace isOverHeader />
    </header>
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

/** The entries of the menu: a phone has room for five, with home in the middle. */
function useMenu(isDesktop: boolean): MenuItem[] {
  const t = useText();
  const dialog = useDialog();
  const contact = useContact(isDesktop);
  const profile: MenuItem = {
    icon: 'user',
    label: t('nav.profile'),
    href: '/user/profile',
    holds: ['/user/devices', '/user/howto'],
  };
  const conditions: MenuItem = {
    icon: 'conditions',
    label: t('nav.conditions'),
    onPress: () => dialog.open('conditions', {}),
  };
  const home: MenuItem = {
    icon: 'home',
    label: t('nav.home'),
    href: '/user/home',
    // Home has tiles for what has no entry on a phone.
    holds: isDesktop ? ['/user/spins'] : ['/user/spins', '/user/bonus', '/user/limits'],
  };
  const statement: MenuItem = {
    icon: 'statement',
    label: t('nav.statement'),
    href: '/user/statement',
  };
  if (!isDesktop) return [profile, conditions, home, statement, contact];
  const bonus: MenuItem = { icon: 'gift', label: t('nav.bonus'), href: '/user/bonus' };
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
  const items = useMenu(isDesktop);
  return (
    <div className={SCREEN}>
      <TopBar isDesktop={isDesktop} />
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
