/** The operator's texts come in all languages at once; a missing one falls back to Thai. */
import { useCallback } from 'react';
import { useGetBanksQuery } from '../api/lookupApi';
import type { BankNames, LocalText } from '../api/types';
import type { Locale } from '../client/preferences';
import { useLocale } from './locale';

export function localText(text: LocalText | undefined, locale: Locale): string {
  return text?.[locale] || text?.th || '';
}

export function bankName(bank: BankNames | undefined, locale: Locale): string {
  if (!bank) return '';
  const name = { th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }[locale];
  return name || bank.nameTH;
}

export function useLocalText() {
  const locale = useLocale();
  return useCallback((text: LocalText | undefined) => localText(text, locale), [locale]);
}

/** An account names its bank in Thai and English; the list of banks knows the Lao name as well. */
export function useBankName() {
  const locale = useLocale();
  const { data } = useGetBanksQuery(undefined, { skip: locale !== 'la' });
  return useCallback(
    (bank: BankNames | undefined) => {
      const listed = data?.banks.find((each) => each.nameTH === bank?.nameTH);
      return bankName(listed ?? bank, locale);
    },
    [data, locale],
  );
}
