import { readdirSync, readFileSync } from 'node:fs';

import type { Locale } from '../src/client/preferences';

/** The languages that most stories run in. */
export type Language = Exclude<Locale, 'la'>;

/** The interface texts of one language, so that stories find things by the names players read. */
export type Words = (id: string, values?: Record<string, string | number>) => string;

const FOLDERS = ['../src/intl/messages/', '../src/support/messages/'].map(
  (path) => new URL(path, import.meta.url),
);

/** Every interface text of one language, by its id. */
export function messagesOf(language: Locale): Record<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.split('.').at(-2) === language)
      .map((name) => new URL(name, folder)),
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}

export function wordsOf(language: Locale): Words {
  const messages = messagesOf(language);
  return (id, values = {}) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`no message ${id} in ${language}`);
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
