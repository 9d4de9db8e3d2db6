/** Some banks only know account names in English letters. */
export function isEnglishName(name: string): boolean {
  return /^[A-Z]+(?: [A-Z]+)*$/.test(name.trim().toUpperCase());
}

/** These banks ask for English names when the lookup has not said so itself. */
export const ENGLISH_NAME_BANKS: ReadonlySet<string> = new Set(['KTB', 'TMB', 'BBL']);
