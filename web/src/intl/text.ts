/** `const t = useText(); t('nav.home')`: plain strings in the player's language. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { isProblem } from '../api/transport/problem';
import type { MessageId } from './messages';

export type TextValues = Record<string, string | number>;

export function useText() {
  const intl = useIntl();
  return useCallback(
    (id: MessageId, values?: TextValues) => intl.formatMessage({ id }, values),
    [intl],
  );
}

/** The player's words for a failed call: by its code, else the server's own words. */
export function useProblemText() {
  const intl = useIntl();
  return useCallback(
    (error: unknown): string => {
      const code = isProblem(error) ? error.code : 'INTERNAL_SERVER_ERROR';
      const id = `error.${code}`;
      return id in intl.messages ? intl.formatMessage({ id }) : code;
    },
    [intl],
  );
}

/** Why a slip was refused; an unknown reason is shown as it came. */
export function useSlipReason() {
  const intl = useIntl();
  return useCallback(
    (reason: string): string => {
      const id = `slipReason.${reason}`;
      return id in intl.messages ? intl.formatMessage({ id }) : reason;
    },
    [intl],
  );
}
