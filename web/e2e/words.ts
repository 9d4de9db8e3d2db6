import { readdirSync, readFileSync } from 'node:fs';

export type Language = 'th' | 'en';

/** The interface texts of one language, so that stories find things by the names players read. */
export type Words = (id: string, values?: Record<string, string | number>) => string;

const FOLDERS = ['../src/intl/messages/', '../src/support/messages/'].map(
  (path) => new URL(path, import.meta.url),
);

export function wordsOf(language: Language): Words {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.split('.').at(-2) === language)
      .map((name) => new URL(name, folder)),
  );
  const messages: Record<string, string> = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  );
  return (id, values = {}) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`no message ${id} in ${language}`);
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
