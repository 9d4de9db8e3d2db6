/** Whose records are compared with our books, as people call it. */
import { useCallback } from 'react';
import type { SupportMessageId } from './messages';
import { useSupportText } from './text';

/** The sources that there is one of. */
const SINGLE: Partial<Record<string, SupportMessageId>> = {
  payout: 'support.source.payout',
  journal: 'support.source.journal',
  verification: 'support.source.verification',
};

/** The sources with a code behind a colon: `game:pg`, `psp:SCB`, `bank:scb-1`. */
const CODED: Partial<Record<string, SupportMessageId>> = {
  game: 'support.source.game',
  psp: 'support.source.psp',
  bank: 'support.source.bank',
};

const SOURCE = /^([a-z]+):(.+)$/;

/** The words of a source; a new one is shown as it is. */
export function useSourceName(): (source: string) => string {
  const t = useSupportText();
  return useCallback(
    (source) => {
      const single = SINGLE[source];
      if (single) return t(single);
      const [, kind = '', code = ''] = SOURCE.exec(source) ?? [];
      const coded = CODED[kind];
      // Codes are in capitals elsewhere in the console, too.
      return coded ? t(coded, { name: code.toUpperCase() }) : source;
    },
    [t],
  );
}
