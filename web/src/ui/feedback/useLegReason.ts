import { useCallback } from 'react';
import type { Leg } from '../../api/types';
import { useReason } from '../../intl/transferProblem';

/** Why one step has failed: the provider's reason, or why it was not started. */
export function useLegReason(): (leg: Leg) => string | null {
  const reasonOf = useReason();
  return useCallback(
    ({ status, reason, message }) =>
      status === 'FAILED' ? (reasonOf(reason) ?? reasonOf(message)) : null,
    [reasonOf],
  );
}
