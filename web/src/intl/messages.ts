/** Loads the language files; the first screen's Thai is part of the entry. */
import type { MessageFormatElement } from 'react-intl';
import type { Locale } from '../app/preferences';
import type thai from './messages/th.json';
import firstScreen from './messages/th.json?first';

export type MessageId = keyof typeof thai;
export type Messages = Record<string, MessageFormatElement[]>;

const files: Record<Locale, () => Promise<{ default: unknown }>> = {
  th: () => import('./messages/th.json'),
  la: () => import('./messages/la.json'),
  en: () => import('./messages/en.json'),
};

const loaded = new Map<Locale, Messages>();

/** What can be shown at once: the whole file when it is here, else the first screen in Thai. */
export function messagesAtHand(locale: Locale): Messages {
  return loaded.get(locale) ?? (firstScreen as unknown as Messages);
}

let latest: Promise<unknown> = Promise.resolve();

/** Settles when the language asked for last is here. */
export async function messagesReady(): Promise<void> {
  await latest.catch(() => undefined);
}

export function loadMessages(locale: Locale): Promise<Messages> {
  const present = loaded.get(locale);
  if (present) return Promise.resolve(present);
  const loading = files[locale]().then((file) => {
    const messages = file.default as Messages;
    loaded.set(locale, messages);
    return messages;
  });
  latest = loading;
  return loading;
}
