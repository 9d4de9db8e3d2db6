import { readdirSync, readFileSync } from 'node:fs';

export type Language = 'th' | 'en';

/** The interface texts of one language, so that stories find things by the names players read. */
export type Words = (id: string, values?: Record<string, string | number>) => string;

const folder = new URL('../src/intl/messages/', import.meta.url);

export function wordsOf(language: Language): Words {
  const files = readdirSync(folder).filter((name) => name.split('.').at(-2) === language);
  const messages: Record<string, string> = Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  );
  return (id, values = {}) => {
    const message = messages[id];
    if (message === undefined) throw new Error(`no message ${id} in ${language}`);
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
