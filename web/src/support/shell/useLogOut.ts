import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { supportHeaders } from '../api/supportQuery';
import { staffSignedOut } from '../app/session';
import type { SupportStore } from '../app/store';

const ADDRESS = '/api/support/logout';

/** Leaves at once; the server is told even when this tab is gone before it answers. */
export function useLogOut(): () => void {
  const store = useStore() as unknown as SupportStore;
  return useCallback(() => {
    const headers = supportHeaders(store.getState(), ADDRESS);
    fetch(ADDRESS, { method: 'POST', headers, keepalive: true }).catch(() => undefined);
    store.dispatch(staffSignedOut());
  }, [store]);
}
