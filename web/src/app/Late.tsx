/** What stands round every page and is not needed to see the first one. */
import { Suspense, useEffect } from 'react';
import { useStore } from 'react-redux';
import { ConnectionBar } from '../features/shell/ConnectionBar';
import { ReleaseBar } from '../features/shell/ReleaseBar';
import { followFaults } from '../ui/focusFirstFault';
import { ToastHost } from '../ui/ToastHost';
import { Chat } from './chat';
import { followConnection } from './connection';
import { usePrefetch } from './prefetch';
import { RouteFocus } from './RouteFocus';
import type { AppStore } from './store';

export default function Late() {
  const store = useStore() as AppStore;
  usePrefetch();
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
      <Suspense fallback={null}>
        <Chat />
      </Suspense>
    </>
  );
}
