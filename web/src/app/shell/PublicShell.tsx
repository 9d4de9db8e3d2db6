import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'wouter';
import { useLogoutMutation } from '../../api/accountApi';
import { hasComeBack } from '../../client/arrival';
import { useAppDispatch } from '../../client/hooks';
import { signedOut } from '../../client/session';
import { useText } from '../../intl/text';
import { NoticePlace } from '../../ui/feedback/NoticePlace';
import { AppearanceMenu } from '../../ui/field/AppearanceMenu';
import type { AppStore } from '../store';
import { BottomBar } from './BottomBar';
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

export function PublicShell({ children }: { children: ReactNode }) {
  const t = useText();
  useSessionEnd();
  return (
    <div className="flex min-h-dvh flex-col lg:ps-26">
      <header className="mx-auto flex w-full max-w-3xl items-center justify-between gap-3 ps-4 pe-2 pt-[max(0.5rem,env(safe-area-inset-top))] pb-1">
        <Brand />
        <AppearanceMenu />
      </header>
      <div className="sticky top-0 z-20 bg-canvas">
        <NoticePlace />
      </div>
      <main
        id="content"
        className="flex flex-1 flex-col px-4 pb-[calc(9rem+env(safe-area-inset-bottom))] lg:pb-10"
      >
        {children}
      </main>
      <BottomBar
        items={[
          { icon: 'home', label: t('nav.home'), href: '/login' },
          { icon: 'userPlus', label: t('nav.register'), href: '/register' },
          { icon: 'book', label: t('nav.howto'), href: '/howto' },
          { icon: 'chat', label: t('nav.contact'), href: '/contact' },
        ]}
      />
    </div>
  );
}
