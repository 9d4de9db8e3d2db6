/**
 * The part of a conversation that is on this device: a run of messages without a gap. Pushes, pages
 * and answers may come twice and in any order; the sequence numbers order them.
 */
import type { ChatRecord } from '../api/chatApi';
import { sequenceOf } from './entries';

/** Adds records. Of two with one number the later received one wins: its text may be erased. */
export function merged(
  known: readonly ChatRecord[],
  received: readonly ChatRecord[],
): { records: ChatRecord[]; hasGap: boolean } {
  const bySequence = new Map(known.map((record) => [sequenceOf(record), record]));
  for (const record of received) bySequence.set(sequenceOf(record), record);
  const all = [...bySequence.values()].sort((a, b) => sequenceOf(a) - sequenceOf(b));
  let start = all.length - 1;
  while (start > 0 && isNext(all[start - 1], all[start])) start -= 1;
  return { records: all.slice(Math.max(0, start)), hasGap: start > 0 };
}

function isNext(before: ChatRecord | undefined, after: ChatRecord | undefined): boolean {
  return Boolean(before && after && sequenceOf(before) + 1 === sequenceOf(after));
}

export function lastSequence(records: readonly ChatRecord[]): number {
  const last = records.at(-1);
  return last ? sequenceOf(last) : 0;
}

export function firstSequence(records: readonly ChatRecord[]): number {
  const first = records[0];
  return first ? sequenceOf(first) : 0;
}

/** Whether a pushed record can be appended; otherwise the gap must be fetched. */
export function isAdjacent(known: readonly ChatRecord[], record: ChatRecord): boolean {
  if (known.length === 0) return sequenceOf(record) === 1;
  const sequence = sequenceOf(record);
  return sequence <= lastSequence(known) + 1 && sequence >= firstSequence(known) - 1;
}

/** How many messages of the other side are unread. */
export function countUnread(
  records: readonly ChatRecord[],
  readUpTo: number,
  ownSender: string,
): number {
  return records.filter((record) => {
    return record.sender !== ownSender && sequenceOf(record) > readUpTo;
  }).length;
}
