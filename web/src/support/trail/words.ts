/** An act in words. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { ActLine } from '../api/trailApi';
import { useNameOf, useSupportText } from '../intl/text';
import { decisionIn, listIn } from './acts';

/** The words of an entry; a decision also says which one. */
export function useActWords(): (entry: Pick<ActLine, 'kind' | 'detail'>) => string {
  const intl = useIntl();
  const t = useSupportText();
  const nameOf = useNameOf();
  return useCallback(
    (entry) => {
      const id = `support.act.${entry.kind}`;
      const words = id in intl.messages ? intl.formatMessage({ id }) : t('support.trail.other');
      const list = listIn(entry);
      if (list) return `${t('support.act.list')}: ${nameOf('support.list', list)}`;
      const decision = decisionIn(entry);
      return decision ? `${words}: ${nameOf('support.work.decision', decision)}` : words;
    },
    [intl, t, nameOf],
  );
}
