import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { Link, useLocation } from 'wouter';
import { useLogoutMutation } from '../../api/accountApi';
import { chatOpened, unreadBadge } from '../../chat/chatState';
import { hasComeBack } from '../../client/arrival';
import { useAppDispatch, useIsServiceGone } from '../../client/hooks';
import { signedOut } from '../../client/session';
import { useServiceCheck } from '../../features/session/useServiceCheck';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { IconButton } from '../../ui/display/IconButton';
import { NoticePlace } from '../../ui/feedback/NoticePlace';
import { AppearanceMenu } from '../../ui/field/AppearanceMenu';
import { useAppSelector } from '../hooks';
import type { AppStore } from '../store';
import { type BarItem, BottomBar } from './BottomBar';
import { Brand } from './Brand';

/**
 * Reaching the public area ends this device's session, on the server too. The back button does not:
 * going back past the log-in does not mean leaving, and leads home instead.
 */
function useSessionEnd(): void {
  const store = useStore() as AppStore;
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const [logout] = useLogoutMutation();
  // Read on the first render: a mounted page may clean up its address.
  const [isReturn] = useState(hasComeBack);
  useEffect(() => {
    const { current } = store.getState().session;
    if (!current) return;
    if (isReturn) return navigate('/user/home', { replace: true });
    // In this order, because leaving aborts every call in progress.
    dispatch(signedOut());
    logout({ token: current.token });
  }, [store, dispatch, logout, navigate, isReturn]);
}

const BAND = 'absolute inset-x-0 top-0 overflow-hidden bg-hero-to';
const PANEL = 'lg:fixed lg:inset-y-0 lg:right-auto lg:h-auto lg:w-5/12';

/** The river of the region at dawn: large behind the log-in, else a band; left of the page on desktops. */
function Landscape({ isLarge }: { isLarge: boolean }) {
  return (
    <div className={classNames(BAND, PANEL, isLarge ? 'h-64' : 'h-18')}>
      <img
        src="/art/mekong.svg"
        alt=""
        className={classNames(
          'size-full object-cover lg:object-[61%_100%]',
          isLarge ? 'object-[50%_79%]' : 'object-[50%_66%]',
        )}
      />
      {/* So that the name can be read on it. */}
      <div className="absolute inset-0 bg-linear-to-b from-hero-to/90 via-transparent via-60% to-canvas lg:to-transparent" />
    </div>
  );
}

/** The chat, where it is switched on; a desktop has room for its bubble. */
function ChatEntry() {
  const t = useText();
  const dispatch = useAppDispatch();
  const { isOn, unread } = useAppSelector((state) => state.chat);
  const badge = unreadBadge(unread);
  if (!isOn) return null;
  return (
    <span className="relative lg:hidden">
      <IconButton
        icon="chat"
        label={badge ? t('chat.openUnread', { n: unread }) : t('chat.open')}
        aria-haspopup="dialog"
        onClick={() => dispatch(chatOpened())}
      />
      {badge && (
        <span
          aria-hidden="true"
          className="tabular pointer-events-none absolute -end-0.5 top-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-negative px-1 text-xs font-bold text-surface"
        >
          {badge}
        </span>
      )}
    </span>
  );
}

export function PublicShell({ children }: { children: ReactNode }) {
  const t = useText();
  const [path] = useLocation();
  useSessionEnd();
  useServiceCheck();
  const isGone = useIsServiceGone();
  const isLarge = path === '/login';
  const items: BarItem[] = [
    { icon: 'home', label: t('nav.home'), href: '/login' },
    { icon: 'userPlus', label: t('nav.register'), href: '/register' },
    { icon: 'book', label: t('nav.howto'), href: '/howto' },
    { icon: 'chat', label: t('nav.contact'), href: '/contact' },
  ];
  return (
    <div className="relative flex min-h-dvh flex-col lg:ps-[41.67%]">
      <Landscape isLarge={isLarge} />
      <header className="relative z-10 flex items-center justify-between gap-3 ps-4 pe-2 pt-[max(0.75rem,env(safe-area-inset-top))] pb-3 text-on-hero lg:pe-6 lg:text-ink">
        <span className="min-w-0 lg:fixed lg:start-8 lg:top-6 lg:text-xl lg:text-on-hero">
          <Brand />
        </span>
        <div className="ms-auto hidden lg:block">
          {!isGone && (
            <nav aria-label={t('shell.menu')}>
              <ul className="flex gap-2">
                {items.map(({ label, href = '' }) => (
                  <li key={href}>
                    <Link
                      href={href}
                      aria-current={href === path && !isLarge ? 'page' : undefined}
                      className="flex min-h-11 items-center rounded-control px-4 font-medium text-muted hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        <span className="flex">
          <ChatEntry />
          <AppearanceMenu />
        </span>
      </header>
      <div className="sticky top-0 z-20 bg-canvas">
        <NoticePlace />
      </div>
      <main
        id="content"
        className={classNames(
          'relative flex flex-1 flex-col px-4 pb-[calc(9rem+env(safe-area-inset-bottom))] lg:justify-center lg:px-10 lg:pt-4 lg:pb-10',
          isLarge ? 'pt-[clamp(0rem,100dvh-40rem,8.5rem)]' : 'pt-4',
        )}
      >
        {children}
      </main>
      {/* Once the service has closed each entry would lead to its notice. */}
      {!isGone && <BottomBar items={items} />}
    </div>
  );
}
