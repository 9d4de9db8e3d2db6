import { describe, expect, it } from 'vitest';
import type { ChatRecord } from '../api/chatApi';
import { type ChatEntry, entryOf, rowsOf } from './entries';
import { countUnread, isAdjacent, lastSequence, merged } from './historyWindow';
import { countAdded } from './useScroll';

function record(sequence: number, change: Partial<ChatRecord> = {}): ChatRecord {
  return {
    _id: `id-${sequence}`,
    clientId: null,
    conversation: 'c',
    sequence: String(sequence),
    session_id: 's-1',
    sender: 'agent',
    name: 'Nok',
    message: { message_type: 'text', payload: { message: `text ${sequence}` } },
    isErased: false,
    createdAt: '2026-11-21T10:00:00Z',
    ...change,
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => record(from + at));
const numbers = (records: readonly ChatRecord[]) => records.map((each) => Number(each.sequence));

describe('the loaded part of a conversation', () => {
  it('takes what comes twice and in any order once and in order', () => {
    const received = [record(3), record(1), record(2), record(3), record(2)];
    const { records, hasGap } = merged([], received);
    expect(numbers(records)).toEqual([1, 2, 3]);
    expect(hasGap).toBe(false);
    expect(numbers(merged(records, [record(10), record(2)]).records)).toEqual([10]);
  });

  it('orders by number, not by letters', () => {
    expect(numbers(merged([], [record(10), record(9), record(11)]).records)).toEqual([9, 10, 11]);
  });

  it('never shows a gap as if there were none', () => {
    const { records, hasGap } = merged(range(1, 10), range(60, 70));
    expect(hasGap).toBe(true);
    expect(numbers(records)).toEqual(numbers(range(60, 70)));
  });

  it('takes older ones in front and newer ones behind', () => {
    expect(numbers(merged(range(5, 8), range(1, 4)).records)).toEqual(numbers(range(1, 8)));
    expect(numbers(merged(range(5, 8), range(8, 12)).records)).toEqual(numbers(range(5, 12)));
  });

  it('takes the later word on a message whose text was erased', () => {
    const erased = record(2, { isErased: true, message: null });
    expect(merged(range(1, 3), [erased]).records[1]?.isErased).toBe(true);
  });

  it('knows what can be added as it comes and what leaves a gap', () => {
    expect(isAdjacent([], record(1))).toBe(true);
    expect(isAdjacent([], record(2))).toBe(false);
    expect(isAdjacent(range(5, 8), record(9))).toBe(true);
    expect(isAdjacent(range(5, 8), record(10))).toBe(false);
    expect(isAdjacent(range(5, 8), record(6))).toBe(true);
    expect(isAdjacent(range(5, 8), record(2))).toBe(false);
    expect(lastSequence([])).toBe(0);
  });

  it('counts as unread what the other side has said since', () => {
    const records = [...range(1, 4), record(5, { sender: 'customer' }), record(6)];
    expect(countUnread(records, 2, 'customer')).toBe(3);
    expect(countUnread(records, 6, 'customer')).toBe(0);
  });
});

describe('the rows of a conversation', () => {
  const rowsOfRecords = (records: ChatRecord[]) =>
    rowsOf(records.map(entryOf)).map((row) => (row.kind === 'day' ? row.day : row.kind));

  it('have a divider for each day, which begins at midnight in Bangkok', () => {
    const at = (sequence: number, createdAt: string) => record(sequence, { createdAt });
    expect(
      rowsOfRecords([
        at(1, '2026-11-20T16:59:59Z'),
        at(2, '2026-11-20T17:00:00Z'),
        at(3, '2026-11-21T16:00:00Z'),
      ]),
    ).toEqual(['20/11/2026', 'entry', '21/11/2026', 'entry', 'entry']);
  });

  it('have a divider where one conversation has ended and another begins', () => {
    const of = (sequence: number, session_id: string) => record(sequence, { session_id });
    expect(rowsOfRecords([of(1, 'a'), of(2, 'a'), of(3, 'b')])).toEqual([
      '21/11/2026',
      'entry',
      'entry',
      'end',
      'entry',
    ]);
  });

  it('have no such divider before what is still on its way', () => {
    const waiting: ChatEntry = { ...entryOf(record(2)), sequence: null, sessionId: null };
    const rows = rowsOf([entryOf(record(1)), { ...waiting, key: 'x' }]);
    expect(rows.map((row) => row.kind)).toEqual(['day', 'entry', 'entry']);
  });
});

describe('what was added below', () => {
  const entries = (from: number, to: number) => range(from, to).map(entryOf);
  const keysOf = (list: ChatEntry[]) => new Set(list.map((entry) => entry.key));

  it('leaves out what came in above', () => {
    expect(countAdded(entries(1, 8), keysOf(entries(5, 7)), 'customer')).toEqual({
      others: 1,
      own: 0,
    });
  });

  it('distinguishes own messages from those of the others', () => {
    const own = entryOf(record(4, { sender: 'customer' }));
    expect(countAdded([...entries(1, 3), own], keysOf(entries(1, 2)), 'customer')).toEqual({
      others: 1,
      own: 1,
    });
  });
});
