/**
 * Parses a message's content. Nothing in it can be trusted: each part is checked, and a part that
 * is not what it claims becomes `unknown`.
 */

export type ChatButton =
  | { kind: 'web'; title: string; href: string }
  | { kind: 'call'; title: string; href: string }
  | { kind: 'postback'; title: string; payload: string }
  /** Shown and leads nowhere. */
  | { kind: 'plain'; title: string };

export interface ChatCard {
  title: string;
  subtitle: string | null;
  picture: string | null;
  buttons: ChatButton[];
}

export interface QuickReply {
  title: string;
  payload: string;
  picture: string | null;
}

export type ChatContent =
  | { type: 'text'; text: string }
  | { type: 'buttons'; text: string; buttons: ChatButton[] }
  | {
      type: 'media';
      text: string;
      fileType: 'image' | 'video' | 'file';
      path: string;
      name: string;
    }
  | { type: 'quick_replies'; text: string; replies: QuickReply[] }
  | { type: 'generic'; cards: ChatCard[] }
  | { type: 'postback'; title: string; text: string; payload: string }
  | { type: 'unknown' };

const FILE_PATH = /^\/api\/(?:support\/)?chat\/file\/[0-9a-f-]{36}$/;
const TEL = /^\+?[\d -]{3,24}$/;
const TEXT_MAX = 8_000;
const LIST_MAX = 20;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, TEXT_MAX) : '';

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter(isFields).slice(0, LIST_MAX) : [];

/** An address that may be followed: https and nothing else. */
export function webAddress(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  try {
    const url = new URL(text);
    const isPlain = url.protocol === 'https:' && !url.username && !url.password;
    return isPlain ? url.href : null;
  } catch {
    return null;
  }
}

/** `+66 81-234-5678` → `tel:+66812345678`. */
export function phoneAddress(text: unknown): string | null {
  if (typeof text !== 'string' || !TEL.test(text.trim())) return null;
  return `tel:${text.replace(/[^\d+]/g, '')}`;
}

/** A picture on this host or on one with https. */
export function pictureAddress(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const isOwn = /^\/(?![/\\])[\w\-./%~]*$/.test(text) && !text.includes('..');
  return isOwn ? text : webAddress(text);
}

function readButton(fields: Fields): ChatButton | null {
  const title = textOf(fields.title);
  if (!title) return null;
  const web = fields.type === 'web' ? webAddress(fields.payload) : null;
  if (web) return { kind: 'web', title, href: web };
  const phone = fields.type === 'call' ? phoneAddress(fields.payload) : null;
  if (phone) return { kind: 'call', title, href: phone };
  const payload = fields.type === 'postback' ? textOf(fields.payload) : '';
  return payload ? { kind: 'postback', title, payload } : { kind: 'plain', title };
}

function readButtons(value: unknown): ChatButton[] {
  return listOf(value)
    .map(readButton)
    .filter((button) => button !== null);
}

function readCard(fields: Fields): ChatCard | null {
  const title = textOf(fields.title);
  if (!title) return null;
  return {
    title,
    subtitle: textOf(fields.subtitle) || null,
    picture: pictureAddress(fields.image_url),
    buttons: readButtons(fields.buttons),
  };
}

function readReply(fields: Fields): QuickReply | null {
  const [title, payload] = [textOf(fields.title), textOf(fields.payload)];
  return title && payload ? { title, payload, picture: pictureAddress(fields.image_url) } : null;
}

function readMedia(fields: Fields): ChatContent {
  const path = textOf(fields.filePath);
  if (!FILE_PATH.test(path)) return { type: 'unknown' };
  const { fileType } = fields;
  return {
    type: 'media',
    text: textOf(fields.message),
    fileType: fileType === 'image' || fileType === 'video' ? fileType : 'file',
    path,
    name: textOf(fields.name) || 'file',
  };
}

/** Reads the `message` of a chat record. */
export function readContent(message: unknown): ChatContent {
  if (!isFields(message)) return { type: 'unknown' };
  const { message_type: type, payload } = message;
  if (type === 'generic') {
    const cards = listOf(payload)
      .map(readCard)
      .filter((card) => card !== null);
    return cards.length > 0 ? { type, cards } : { type: 'unknown' };
  }
  if (!isFields(payload)) return { type: 'unknown' };
  const text = textOf(payload.message);
  switch (type) {
    case 'text':
      return text ? { type, text } : { type: 'unknown' };
    case 'buttons':
      return { type, text, buttons: readButtons(payload.buttons) };
    case 'media':
      return readMedia(payload);
    case 'quick_replies': {
      const replies = listOf(payload.quick_replies)
        .map(readReply)
        .filter((reply) => reply !== null);
      return { type, text, replies };
    }
    case 'postback':
      return textOf(payload.title)
        ? { type, title: textOf(payload.title), text, payload: textOf(payload.payload) }
        : { type: 'unknown' };
    default:
      return { type: 'unknown' };
  }
}
