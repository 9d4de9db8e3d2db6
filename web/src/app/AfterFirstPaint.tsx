/** The parts around every page that the first paint does not need. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'react-redux';
import { useServiceWatch } from '../features/session/useServiceCheck';
import { followFaults } from '../ui/dialog/focusFirstFault';
import { ToastHost } from '../ui/feedback/ToastHost';
import { Chat } from './chat';
import { followConnection } from './connection';
import { usePrefetch } from './prefetch';
import { RouteFocus } from './RouteFocus';
import { ConnectionBar } from './shell/ConnectionBar';
import { ReleaseBar } from './shell/ReleaseBar';
import { SkyPromise } from './shell/SkyPromise';
import type { AppStore } from './store';

export default function AfterFirstPaint() {
  const store = useStore() as AppStore;
  usePrefetch();
  useServiceWatch();
  useEffect(() => {
    const leaves = [followConnection(store), followFaults()];
    return () => {
      for (const leave of leaves) leave();
    };
  }, [store]);
  return (
    <>
      <ConnectionBar />
      <ReleaseBar />
      <ToastHost />
      <RouteFocus />
      <SkyPromise />
      <Suspense fallback={null}>
        <Chat />
      </Suspense>
    </>
  );
}
