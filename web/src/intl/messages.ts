/**
 * Loads the language files. The first screen's Thai is part of the entry: the login form waits for
 * nothing, and the whole file comes with the first part that needs it.
 */
import type { MessageFormatElement } from 'react-intl';
import type { Locale } from '../client/preferences';
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
const listeners = new Set<() => void>();
let wanted: Locale = 'th';

/** The whole file when it is here; for Thai, else, the first screen. */
export function loadedMessages(locale: Locale): Messages | null {
  const whole = loaded.get(locale);
  if (whole) return whole;
  return locale === 'th' ? (firstScreen as unknown as Messages) : null;
}

export function onMessagesLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Says which language `messagesReady` is about. */
export function expectLocale(locale: Locale): void {
  wanted = locale;
}

export async function loadMessages(locale: Locale): Promise<void> {
  if (loaded.has(locale)) return;
  const file = await files[locale]();
  loaded.set(locale, file.default as Messages);
  for (const notify of listeners) notify();
}

/** Loads the whole file of the expected language; offline, the loaded texts must do. */
export async function messagesReady(): Promise<void> {
  await loadMessages(wanted).catch(() => undefined);
}
