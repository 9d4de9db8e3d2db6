/** The product says `la` for Lao; browsers and the standard say `lo`. */
import { useClientSelector } from '../client/hooks';
import { type Locale, selectLocale } from '../client/preferences';

export const LANGUAGE_TAG: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

/** Each language is named in its own script. */
export const LANGUAGE_NAME: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

export const LOCALES: readonly Locale[] = ['th', 'la', 'en'];

export function useLocale(): Locale {
  return useClientSelector(selectLocale);
}
