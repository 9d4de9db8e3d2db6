/** A prepared answer in the languages of the players. */
import type { OutgoingMessage } from '../../api/chatApi';
import type { ChatEntry } from '../../chat/entries';
import type { Locale } from '../../client/preferences';
import { LOCALES } from '../../intl/locale';
import type { PreparedReply } from '../api/inboxApi';
import { draftOf, emptyDraft, type MessageDraft, messageOf } from './messageDraft';

/** What is sent in a language without a translation is `base`. */
export interface ReplyDrafts {
  base: MessageDraft;
  own: Partial<Record<Locale, MessageDraft>>;
}

export type ReplyMessages = Pick<PreparedReply, 'message' | 'translations'>;

export function draftsOf(reply: PreparedReply | null): ReplyDrafts {
  if (!reply) return { base: emptyDraft('text'), own: {} };
  const own: ReplyDrafts['own'] = {};
  for (const locale of LOCALES) {
    const message = reply.translations[locale];
    if (message) own[locale] = draftOf(message);
  }
  return { base: draftOf(reply.message), own };
}

/** The messages, or null while one of them is not complete. */
export function messagesOf({ base, own }: ReplyDrafts): ReplyMessages | null {
  const message = messageOf(base);
  if (!message) return null;
  const translations: ReplyMessages['translations'] = {};
  for (const locale of LOCALES) {
    const draft = own[locale];
    if (!draft) continue;
    // Only the words differ.
    const translated = messageOf({ ...draft, file: base.file });
    if (!translated) return null;
    translations[locale] = translated;
  }
  return { message, translations };
}

export function messageIn(reply: ReplyMessages, locale: Locale): OutgoingMessage {
  return reply.translations[locale] ?? reply.message;
}

const SCRIPTS: [Locale, RegExp][] = [
  ['th', /\p{Script=Thai}/u],
  ['la', /\p{Script=Lao}/u],
  ['en', /\p{Script=Latin}/u],
];

/** The language that the visitor wrote in last; null if their letters do not show it. */
export function languageOf(entries: readonly ChatEntry[]): Locale | null {
  for (const { sender, content } of entries.toReversed()) {
    if (sender !== 'customer' || content.type !== 'text') continue;
    const found = SCRIPTS.find(([, letters]) => letters.test(content.text));
    if (found) return found[0];
  }
  return null;
}
