/** A message that staff compose, and the finished message. */
import type { OutgoingMessage, UploadedFile } from '../../api/chatApi';

export const MESSAGE_KINDS = ['text', 'media', 'buttons', 'quick_replies', 'generic'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const BUTTON_KINDS = ['postback', 'web', 'call'] as const;
export type ButtonKind = (typeof BUTTON_KINDS)[number];

/** The server's own bounds. */
export const BUTTONS_MAX = 3;
export const REPLIES_MAX = 13;
export const CARDS_MAX = 10;
export const TITLE_MAX = 80;
export const TEXT_MAX = { buttons: 640, other: 2000 };

export interface ButtonDraft {
  kind: ButtonKind;
  title: string;
  /** An address, a phone number, or the payload of the answer. */
  payload: string;
}

export interface CardDraft {
  title: string;
  subtitle: string;
  picture: string;
  buttons: ButtonDraft[];
}

export interface MessageDraft {
  kind: MessageKind;
  text: string;
  file: UploadedFile | null;
  buttons: ButtonDraft[];
  replies: string[];
  cards: CardDraft[];
}

export const NEW_BUTTON: ButtonDraft = { kind: 'postback', title: '', payload: '' };
export const NEW_CARD: CardDraft = { title: '', subtitle: '', picture: '', buttons: [] };

export function emptyDraft(kind: MessageKind): MessageDraft {
  return {
    kind,
    text: '',
    file: null,
    buttons: [NEW_BUTTON],
    replies: ['', ''],
    cards: [NEW_CARD],
  };
}

const WEB = /^https?:\/\/[^\s/]/i;
const PHONE = /^\+?[\d -]{3,24}$/;
const OWN_PICTURE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

function buttonOf({ kind, title, payload }: ButtonDraft): object | null {
  const [name, meaning] = [title.trim(), payload.trim()];
  const isRight = kind === 'postback' || (kind === 'web' ? WEB.test(meaning) : PHONE.test(meaning));
  if (!name || !isRight) return null;
  // A press comes back as an answer: with its title where there is no payload.
  return { title: name, type: kind, payload: meaning || name };
}

/** null where one of them is not complete. */
function all<T>(parts: readonly (T | null)[]): T[] | null {
  return parts.every((part) => part !== null) ? (parts as T[]) : null;
}

function cardOf(card: CardDraft): object | null {
  const [title, subtitle, picture] = [card.title.trim(), card.subtitle.trim(), card.picture.trim()];
  const buttons = all(card.buttons.map(buttonOf));
  if (!title || !buttons || (picture && !WEB.test(picture) && !OWN_PICTURE.test(picture))) {
    return null;
  }
  return {
    title,
    ...(subtitle && { subtitle }),
    ...(picture && { image_url: picture }),
    buttons,
  };
}

/** The message, or null while something is missing or wrong. */
export function messageOf(draft: MessageDraft): OutgoingMessage | null {
  const { kind: message_type, file } = draft;
  const message = draft.text.trim();
  if (message_type === 'media') {
    const payload = file && { message, url: true, filePath: file.path, name: file.name };
    return payload && { message_type, payload: { ...payload, fileType: file.fileType } };
  }
  if (message_type === 'generic') {
    const cards = all(draft.cards.map(cardOf));
    return cards && cards.length > 0 ? { message_type, payload: cards } : null;
  }
  if (!message) return null;
  if (message_type === 'text') return { message_type, payload: { message } };
  if (message_type === 'buttons') {
    const buttons = all(draft.buttons.map(buttonOf));
    return buttons && buttons.length > 0 ? { message_type, payload: { message, buttons } } : null;
  }
  const titles = draft.replies.map((title) => title.trim()).filter(Boolean);
  const quick_replies = titles.map((title) => ({ title, payload: title }));
  return titles.length > 0 ? { message_type, payload: { message, quick_replies } } : null;
}

type Fields = Record<string, unknown>;

const textIn = (fields: Fields, key: string) =>
  typeof fields[key] === 'string' ? fields[key] : '';
const listIn = (value: unknown) => (Array.isArray(value) ? (value as Fields[]) : []);

function buttonsIn(value: unknown): ButtonDraft[] {
  return listIn(value).map((fields) => {
    const type = textIn(fields, 'type');
    const kind = BUTTON_KINDS.find((known) => known === type) ?? 'postback';
    return { kind, title: textIn(fields, 'title'), payload: textIn(fields, 'payload') };
  });
}

/** The draft of an existing message, to be changed. */
export function draftOf({ message_type, payload }: OutgoingMessage): MessageDraft {
  const kind = MESSAGE_KINDS.find((known) => known === message_type) ?? 'text';
  const draft = emptyDraft(kind);
  if (kind === 'generic') {
    draft.cards = listIn(payload).map((card) => ({
      title: textIn(card, 'title'),
      subtitle: textIn(card, 'subtitle'),
      picture: textIn(card, 'image_url'),
      buttons: buttonsIn(card.buttons),
    }));
    return draft;
  }
  const fields = (payload ?? {}) as Fields;
  draft.text = textIn(fields, 'message');
  if (kind === 'buttons') draft.buttons = buttonsIn(fields.buttons);
  if (kind === 'quick_replies') {
    draft.replies = listIn(fields.quick_replies).map((reply) => textIn(reply, 'title'));
  }
  if (kind === 'media') {
    draft.file = {
      path: textIn(fields, 'filePath'),
      fileType: textIn(fields, 'fileType'),
      name: textIn(fields, 'name'),
    };
  }
  return draft;
}
