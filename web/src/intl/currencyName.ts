/** The word for a currency (`บาท`, `ກີບ`), for sentences; amounts alone carry the sign. */
import { useText } from './text';

export function useCurrencyName(currency: string): string {
  const t = useText();
  return t(currency === 'LAK' ? 'common.kip' : 'common.baht');
}
