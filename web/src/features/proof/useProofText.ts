import { useEffect, useState } from 'react';
import type { Locale } from '../../client/preferences';
import { useLocale } from '../../intl/locale';
import { fill, type WordId, type Words } from '../../proof/words';

/** Separate text files, so that pages without a proof never load them. */
const files: Record<Locale, () => Promise<{ default: Words }>> = {
  th: () => import('../../proof/words/thai.json'),
  la: () => import('../../proof/words/lao.json'),
  en: () => import('../../proof/words/english.json'),
};

export type ProofText = (id: WordId, values?: Record<string, string | number>) => string;

/** Null until the texts are loaded. */
export function useProofText(): ProofText | null {
  const locale = useLocale();
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let isCurrent = true;
    files[locale]().then(
      (file) => isCurrent && setWords(file.default),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return words && ((id, values) => fill(words[id], values));
}
