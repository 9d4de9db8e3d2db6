import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useAppDispatch } from '../../client/hooks';
import { isModalEntry } from '../../client/modalHistory';
import { dialogsClosed } from './dialog';

/** Closes every dialog and goes to a page: `leaveFor('/user/statement')`. */
export function useLeaveFor() {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  return useCallback(
    (path: string) => {
      dispatch(dialogsClosed());
      // The entry of the dialog becomes the page's: the back button leads to the page before.
      navigate(path, { replace: isModalEntry() });
    },
    [dispatch, navigate],
  );
}
