import { useEffect } from 'react';
import { useGetServiceStateQuery } from '../../api/lookupApi';
import { useAppDispatch } from '../../client/hooks';
import { serviceActive, serviceGone } from '../../client/session';

/** The entry pages ask whether the operator still runs the service. */
export function useServiceCheck(): void {
  const dispatch = useAppDispatch();
  const { data } = useGetServiceStateQuery(undefined, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (data) dispatch(data.terminated === 'gone' ? serviceGone() : serviceActive());
  }, [data, dispatch]);
}
