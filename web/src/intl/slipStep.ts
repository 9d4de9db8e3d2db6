import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** What the player can do about a refused slip. */
export function useSlipStep() {
  const intl = useIntl();
  return useCallback(
    (reason: string | null): string => {
      const id = `slipStep.${reason}`;
      return intl.formatMessage({ id: id in intl.messages ? id : 'slip.refusedDetail' });
    },
    [intl],
  );
}
