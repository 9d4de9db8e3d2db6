import { useCallback, useEffect } from 'react';
import { useGetServiceStateQuery, useLazyGetServiceStateQuery } from '../../api/lookupApi';
import { useClientSelector } from '../../client/hooks';
import { useOnReturn } from '../../client/useOnReturn';

/** The public pages ask whether the operator still runs the service. */
export function useServiceCheck(): void {
  useGetServiceStateQuery(undefined, { refetchOnMountOrArgChange: true });
}

/** Members ask when they come in, and each time they come back to this page. */
export function useServiceWatch(): void {
  const isMember = useClientSelector((state) => state.session.phase !== 'none');
  const [ask] = useLazyGetServiceStateQuery();
  const askAsMember = useCallback(() => {
    if (isMember) ask();
  }, [isMember, ask]);
  useEffect(askAsMember, [askAsMember]);
  useOnReturn(askAsMember);
}
