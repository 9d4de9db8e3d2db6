/** `const t = useSupportText(); t('support.nav.players')`: the console's words and the portal's. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../intl/messages';
import { type TextValues, useSlipReason } from '../../intl/text';
import type { SupportMessageId } from './messages';

export function useSupportText() {
  const intl = useIntl();
  return useCallback(
    (id: SupportMessageId | MessageId, values?: TextValues) => intl.formatMessage({ id }, values),
    [intl],
  );
}

/** The words of a code of the server, e.g. of an event's type; a new code is shown as it is. */
export function useNameOf() {
  const intl = useIntl();
  return useCallback(
    (group: string, code: string, values?: TextValues) => {
      const id = `${group}.${code}`;
      return id in intl.messages ? intl.formatMessage({ id }, values) : code;
    },
    [intl],
  );
}

/** Why something waits for staff, or why a slip was refused. */
export function useReason(): (code: string) => string {
  const nameOf = useNameOf();
  const slipReason = useSlipReason();
  return (code) => {
    const words = nameOf('support.work.reason', code);
    return words === code ? slipReason(code) : words;
  };
}
