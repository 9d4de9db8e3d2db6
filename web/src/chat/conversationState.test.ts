import { describe, expect, it } from 'vitest';
import type { ChatRecord, HistoryPage } from '../api/chatApi';
import {
  afterPage,
  afterReading,
  afterRecord,
  afterRestart,
  afterSending,
  afterWriting,
  emptyConversation,
  type Outgoing,
} from './conversationState';

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

const page = (numbers: number[], change: Partial<HistoryPage> = {}): HistoryPage => ({
  records: numbers.map((number) => record(number)),
  readByAgent: 0,
  readByCustomer: 0,
  ...change,
});

const outgoing = (clientId: string, change: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  key: `customer-${clientId}`,
  sequence: null,
  sender: 'customer',
  name: null,
  sessionId: null,
  createdAt: '2026-11-21T10:00:00Z',
  content: { type: 'text', text: clientId },
  isErased: false,
  delivery: 'sending',
  message: null,
  kind: null,
  ...change,
});

const NEW = emptyConversation('customer');
const keys = ({ entries }: typeof NEW) => entries.map((entry) => entry.key);

describe('a conversation', () => {
  it('is ready with its first page, and knows whether there is more', () => {
    const state = afterPage(NEW, page([4, 3], { readByCustomer: 3, readByAgent: 2 }), false);
    expect(state).toMatchObject({ phase: 'ready', hasOlder: true, unread: 1, readByOther: 2 });
    expect(keys(state)).toEqual(['id-3', 'id-4']);
    expect(afterPage(state, page([2, 1]), false)).toMatchObject({ hasOlder: false, unread: 1 });
  });

  it('is the other way around on the side of staff', () => {
    const read = { readByCustomer: 3, readByAgent: 2 };
    const state = afterPage(emptyConversation('agent'), page([4, 3], read), false);
    expect(state).toMatchObject({ readByOwn: 2, readByOther: 3, unread: 0 });
  });

  it('forgets what it knew at a fresh page only', () => {
    const state = afterPage(NEW, page([2, 1], { readByCustomer: 2, readByAgent: 2 }), false);
    expect(afterPage(state, page([2]), false)).toMatchObject({ readByOwn: 2, readByOther: 2 });
    const fresh = afterPage(state, page([1]), true);
    expect(fresh).toMatchObject({ readByOwn: 0, readByOther: 0, unread: 1 });
    expect(keys(fresh)).toEqual(['id-1']);
  });

  it('fails and starts again only before it is ready', () => {
    const problem = { code: 'NETWORK', status: 0 };
    const failed = afterRestart(NEW, problem);
    expect(failed).toMatchObject({ phase: 'failed', problem });
    expect(afterRestart(failed, null)).toMatchObject({ phase: 'starting', problem: null });
    const ready = afterPage(failed, page([]), false);
    expect(ready).toMatchObject({ phase: 'ready', problem: null });
    expect(afterRestart(ready, problem)).toBe(ready);
  });

  it('never reads backwards, and takes no number that is none', () => {
    const read = afterReading(afterPage(NEW, page([2, 1]), false), 'customer', 2);
    expect(read).toMatchObject({ readByOwn: 2, unread: 0 });
    expect(afterReading(read, 'customer', 1)).toMatchObject({ readByOwn: 2, unread: 0 });
    expect(afterReading(read, 'agent', 1)).toMatchObject({ readByOwn: 2, readByOther: 1 });
    expect(afterReading(read, 'agent', Number.NaN)).toBe(read);
  });

  it('shows nobody writing once they have written', () => {
    const typing = { ...NEW, typing: 'Nok' };
    expect(afterRecord(typing, record(1)).typing).toBeNull();
    expect(afterRecord(typing, record(1, { sender: 'customer' })).typing).toBe('Nok');
  });
});

describe('a message on its way', () => {
  const written = afterWriting(afterWriting(NEW, outgoing('a')), outgoing('b'));

  it('is after all records, in the order of writing', () => {
    expect(keys(afterRecord(written, record(1)))).toEqual(['id-1', 'customer-a', 'customer-b']);
  });

  it('is its record as soon as that is there', () => {
    const arrived = record(1, { sender: 'customer', clientId: 'a' });
    const state = afterRecord(written, arrived);
    expect(keys(state)).toEqual(['customer-a', 'customer-b']);
    expect(state.entries[0]).toMatchObject({ sequence: 1, delivery: 'succeed' });
    expect(state.outgoing).toHaveLength(1);
    expect(keys(afterWriting(state, outgoing('a')))).toEqual(['customer-a', 'customer-b']);
  });

  it('changes alone, or goes', () => {
    const failed = afterSending(written, 'customer-a', { delivery: 'failed' });
    expect(failed.entries.map((entry) => entry.delivery)).toEqual(['failed', 'sending']);
    expect(keys(afterSending(written, 'customer-a', null))).toEqual(['customer-b']);
  });

  it('keeps its file for the record', () => {
    const file = new File(['x'], 'slip.png', { type: 'image/png' });
    const state = afterWriting(NEW, outgoing('a', { file }));
    const arrived = afterRecord(state, record(1, { sender: 'customer', clientId: 'a' }));
    expect(arrived.entries).toMatchObject([{ sequence: 1, file }]);
    expect(NEW.files.size).toBe(0);
  });
});
