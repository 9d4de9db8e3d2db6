/** The rows of a conversation: messages, and the dividers between them. */
import type { ChatRecord } from '../api/chatApi';
import { formatDay } from '../intl/moment';
import { type ChatContent, readContent } from './content';

export type Delivery = 'uploading_file' | 'sending' | 'failed' | 'succeed';

/** A message as the screen needs it, sent or on its way. */
export interface ChatEntry {
  key: string;
  /** null while it is on its way. */
  sequence: number | null;
  sender: string;
  /** Who writes, where it is known. */
  name: string | null;
  sessionId: string | null;
  createdAt: string;
  content: ChatContent;
  isErased: boolean;
  delivery: Delivery;
  /** 0 to 1, while a file is on its way. */
  share?: number;
  /** A picture that is still on this device. */
  file?: File | null;
  /** Code of the reason of a failure. */
  problem?: string | null;
}

export type Row =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'end'; key: string }
  | { kind: 'entry'; key: string; entry: ChatEntry; isFirst: boolean };

export function sequenceOf(record: ChatRecord): number {
  return Number(record.sequence);
}

/** The key of a message, the same while it is sent and after it has arrived. */
export function keyOf(sender: string, clientId: string): string {
  return `${sender}-${clientId}`;
}

export function entryOf(record: ChatRecord): ChatEntry {
  return {
    key: record.clientId ? keyOf(record.sender, record.clientId) : record._id,
    sequence: sequenceOf(record),
    sender: record.sender,
    name: record.name,
    sessionId: record.session_id,
    createdAt: record.createdAt,
    content: readContent(record.message),
    isErased: record.isErased,
    delivery: 'succeed',
  };
}

/** Each day gets its divider, and so does the end of each conversation. */
export function rowsOf(entries: readonly ChatEntry[]): Row[] {
  const rows: Row[] = [];
  let before: ChatEntry | null = null;
  let day = '';
  for (const entry of entries) {
    const hasEnded = before?.sessionId && entry.sessionId && before.sessionId !== entry.sessionId;
    if (hasEnded) rows.push({ kind: 'end', key: `end-${entry.key}` });
    const today = formatDay(entry.createdAt);
    const isNewDay = today !== day;
    if (isNewDay) rows.push({ kind: 'day', key: `day-${today}-${entry.key}`, day: today });
    const isFirst =
      isNewDay || hasEnded || before?.sender !== entry.sender || before.name !== entry.name;
    rows.push({ kind: 'entry', key: entry.key, entry, isFirst: Boolean(isFirst) });
    day = today;
    before = entry;
  }
  return rows;
}
