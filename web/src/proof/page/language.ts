/** The checker's three languages: all words are in the file. */
import { fill, type WordId, type Words } from '../words';
import english from '../words/english.json';
import lao from '../words/lao.json';
import thai from '../words/thai.json';

export const LANGUAGES = { th: 'ไทย', la: 'ລາວ', en: 'English' } as const;
export type Language = keyof typeof LANGUAGES;

const WORDS: Record<Language, Words> = { th: thai, la: lao, en: english };
/** The product says `la`, browsers say `lo`. */
const TAGS: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' };

/** By `#en`, else by what the device speaks; Thai when it speaks neither. */
export function firstLanguage(): Language {
  const wanted = [location.hash.slice(1), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const found = wanted.map((tag) => (tag === 'lo' ? 'la' : tag)).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'th';
}

export type Text = (id: WordId, values?: Record<string, string | number>) => string;

/** Returns the texts of a language, and declares the language to screen readers. */
export function speak(language: Language): Text {
  document.documentElement.lang = TAGS[language];
  return (id, values) => fill(WORDS[language][id], values);
}
