import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { StaffStore } from '../../api/hooks';
import { staffSignedOut } from '../../api/session';
import { supportHeaders } from '../../api/supportQuery';

const ADDRESS = '/api/support/logout';

/** Leaves at once; the server is told even when this tab is gone before it answers. */
export function useLogOut(): () => void {
  const store = useStore() as unknown as StaffStore;
  return useCallback(() => {
    const headers = supportHeaders(store.getState(), ADDRESS);
    fetch(ADDRESS, { method: 'POST', headers, keepalive: true }).catch(() => undefined);
    store.dispatch(staffSignedOut());
  }, [store]);
}
