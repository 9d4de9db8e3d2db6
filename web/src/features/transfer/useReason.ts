import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { Leg } from '../../api/types';
import { reasonId } from '../../intl/reason';

/** Why a transfer was refused, in words; null where there is only a code. */
export function useReason(): (reason: unknown) => string | null {
  const intl = useIntl();
  return useCallback(
    (reason) => {
      if (typeof reason !== 'string') return null;
      const id = reasonId(reason, 'transfer', (candidate) => candidate in intl.messages);
      // "Failed" alone is no reason.
      return id && id !== 'error.TRANSFER_FAIL' ? intl.formatMessage({ id }) : null;
    },
    [intl],
  );
}

/** Why one step has failed: the provider's reason, or what kept it from being started. */
export function useLegReason(): (leg: Leg) => string | null {
  const reasonOf = useReason();
  return useCallback(
    ({ status, reason, message }) =>
      status === 'FAILED' ? (reasonOf(reason) ?? reasonOf(message)) : null,
    [reasonOf],
  );
}
