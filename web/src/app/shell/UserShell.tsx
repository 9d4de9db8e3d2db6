import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useBalancesOnReturn } from '../../api/askGames';
import { useLive } from '../../api/transport/live';
import { chatOpened, unreadBadge } from '../../chat/chatState';
import { AGREEMENT_DELAY_MS, isAgreementAccepted } from '../../client/agreement';
import { useAppDispatch } from '../../client/hooks';
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
import { type BarItem, BottomBar } from './BottomBar';
import { Brand } from './Brand';

const Credits = lazyPart(() => import('./Credits'));
const AccountNotices = lazyPart(() => import('./AccountNotices'));

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

function TopBar() {
  const t = useText();
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const isHidden = useAppSelector((state) => state.preferences.balanceHidden);
  return (
    <header className="no-print sticky top-0 z-20 border-b border-line bg-canvas/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex h-14 max-w-3xl items-center justify-between ps-4 pe-2">
        <Brand />
        <div className="flex">
          <IconButton
            icon={isHidden ? 'eyeOff' : 'eye'}
            label={t(isHidden ? 'shell.balance.show' : 'shell.balance.hide')}
            aria-pressed={isHidden}
            onClick={() => dispatch(balanceVisibilityToggled())}
          />
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

/** On phones it opens the chat, whose panel leads to the page; on desktops the chat has a bubble. */
function useContact(): BarItem {
  const t = useText();
  const dispatch = useAppDispatch();
  const { isOn, unread, hasQuestion } = useAppSelector((state) => state.chat);
  const isDesktop = useIsDesktop();
  const item = { icon: 'chat' as const, label: t('nav.contact') };
  if (isDesktop || !isOn) return { ...item, href: '/user/contact' };
  const text = unreadBadge(unread);
  const question = hasQuestion ? { text: '?', name: t('chat.link.invite') } : null;
  const badge = text ? { text, name: t('chat.newMessages', { n: unread }) } : question;
  return { ...item, badge, onPress: () => dispatch(chatOpened()) };
}

export default function UserShell({ children }: { children: ReactNode }) {
  const t = useText();
  const dialog = useDialog();
  useLive();
  useBalancesOnReturn();
  useAgreement();
  const contact = useContact();
  return (
    <div className="flex min-h-dvh flex-col lg:ps-26">
      <TopBar />
      <main
        id="content"
        className="mx-auto w-full max-w-3xl flex-1 px-4 pt-4 pb-[calc(9.5rem+env(safe-area-inset-bottom))] lg:pb-10"
      >
        <PartBoundary frame={() => null}>
          <Suspense fallback={null}>
            <AccountNotices />
          </Suspense>
        </PartBoundary>
        {children}
      </main>
      <PartBoundary frame={() => null}>
        <Suspense fallback={null}>
          <TimeReminder />
          <Credits />
        </Suspense>
      </PartBoundary>
      <BottomBar
        items={[
          { icon: 'user', label: t('nav.profile'), href: '/user/profile' },
          {
            icon: 'conditions',
            label: t('nav.conditions'),
            onPress: () => dialog.open('conditions', {}),
          },
          { icon: 'home', label: t('nav.home'), href: '/user/home', isCentral: true },
          { icon: 'statement', label: t('nav.statement'), href: '/user/statement' },
          contact,
        ]}
      />
    </div>
  );
}
