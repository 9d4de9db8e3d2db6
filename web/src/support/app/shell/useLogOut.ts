import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { StaffStore } from '../../api/hooks';
import { staffSignedOut } from '../../api/session';
import { supportHeaders } from '../../api/supportQuery';

const ADDRESS = '/api/support/logout';

/** Logs out at once; the server is notified even when this tab closes before it answers. */
export function useLogOut(): () => void {
  const store = useStore() as unknown as StaffStore;
  return useCallback(() => {
    const headers = supportHeaders(store.getState(), ADDRESS);
    fetch(ADDRESS, { method: 'POST', headers, keepalive: true }).catch(() => undefined);
    store.dispatch(staffSignedOut());
  }, [store]);
}
