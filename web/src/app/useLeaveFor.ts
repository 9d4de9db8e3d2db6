import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { dialogsClosed } from './dialog';
import { useAppDispatch } from './hooks';

/** Closes every dialog and goes to a page: `leaveFor('/user/statement')`. */
export function useLeaveFor() {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  return useCallback(
    (path: string) => {
      dispatch(dialogsClosed());
      navigate(path);
    },
    [dispatch, navigate],
  );
}
