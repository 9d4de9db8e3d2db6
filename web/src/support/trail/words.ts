/** An act in words. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useSupportText } from '../intl/text';

const CALL = /^(?:post|put|patch|delete) (.+)$/;

/** The words of an act's kind; other calls are shown with their route. */
export function useActWords(): (kind: string) => string {
  const intl = useIntl();
  const t = useSupportText();
  return useCallback(
    (kind) => {
      const id = `support.act.${kind}`;
      if (id in intl.messages) return intl.formatMessage({ id });
      if (kind.startsWith('read ')) return t('support.trail.read', { what: kind.slice(5) });
      if (kind.startsWith('look.')) return t('support.trail.seen', { what: kind.slice(5) });
      const route = CALL.exec(kind)?.[1];
      return route ? t('support.trail.call', { what: route }) : kind;
    },
    [intl, t],
  );
}
