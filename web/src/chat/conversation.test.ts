// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatClient, ChatRecord, HistoryRange } from '../api/chatApi';
import type { LineListener } from '../api/transport/line';
import type { Problem } from '../api/transport/problem';
import { type Conversation, createConversation } from './conversation';

const NETWORK: Problem = { code: 'NETWORK', status: 0 };

/** A server with one conversation, and a line to it that can be cut. */
function createServer() {
  const records: ChatRecord[] = [];
  let listener: LineListener = {};
  let isUp = true;
  let readByCustomer = 0;
  const asked: HistoryRange[] = [];
  const frames: string[] = [];

  const append = (sender: string, message: unknown, clientId: string | null) => {
    const known = records.find((each) => clientId && each.clientId === clientId);
    if (known) return known;
    const record: ChatRecord = {
      _id: `id-${records.length + 1}`,
      clientId,
      conversation: 'c',
      sequence: String(records.length + 1),
      session_id: 's',
      sender,
      name: null,
      message,
      isErased: false,
      createdAt: new Date().toISOString(),
    };
    records.push(record);
    return record;
  };
  const client = {
    history: vi.fn(async (range: HistoryRange) => {
      asked.push(range);
      const { limit, before = records.length + 1, after = 0 } = range;
      const found = records
        .slice(after, before - 1)
        .reverse()
        .slice(0, limit);
      return { data: { records: found, readByAgent: 0, readByCustomer } };
    }),
    send: vi.fn(async (message: unknown, clientId: string) => {
      const { _id, conversation, sequence, session_id, createdAt } = append(
        'customer',
        message,
        clientId,
      );
      return { data: { _id, conversation, sequence, session_id, createdAt } };
    }),
    markRead: vi.fn(async (sequence: number) => {
      readByCustomer = Math.max(readByCustomer, sequence);
      return { data: {} };
    }),
    upload: vi.fn(async (file: File) => {
      const path = '/api/chat/file/0a1b2c3d-0000-4000-8000-000000000001';
      return { data: { path, fileType: 'image', name: file.name } };
    }),
  };
  return {
    client: client as typeof client & ChatClient,
    asked,
    frames,
    listen: (next: LineListener) => {
      listener = next;
      return { send: (event: string) => void frames.push(event), leave: () => undefined };
    },
    join: (isAgain = false) => {
      isUp = true;
      listener.onJoined?.(isAgain);
    },
    cut: () => {
      isUp = false;
      listener.onLost?.();
    },
    push: (event: string, data: Record<string, unknown>) => listener.onFrame?.({ event, data }),
    say(text: string) {
      const record = append('agent', { message_type: 'text', payload: { message: text } }, null);
      if (isUp) listener.onFrame?.({ event: 'messaging', data: { ...record } });
      return record;
    },
    pushRecord: (record: ChatRecord) =>
      listener.onFrame?.({ event: 'messaging', data: { ...record } as Record<string, unknown> }),
    refuse: (problem: Problem) => listener.onRefused?.(problem),
    records,
  };
}

const texts = (conversation: Conversation) =>
  conversation.getState().entries.map(({ content }) => {
    return content.type === 'text' ? content.text : content.type;
  });

let server: ReturnType<typeof createServer>;
let conversation: Conversation;
const onRefused = vi.fn();

async function start() {
  conversation = createConversation({ client: server.client, listen: server.listen, onRefused });
  conversation.start();
  server.join();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  onRefused.mockReset();
  server = createServer();
});

afterEach(() => {
  conversation.close();
  vi.useRealTimers();
});

describe('a text', () => {
  it('is in the history at once and leaves half a second later', async () => {
    await start();
    conversation.sendText('สวัสดี');
    expect(texts(conversation)).toEqual(['สวัสดี']);
    expect(conversation.getState().entries[0]?.delivery).toBe('sending');
    await vi.advanceTimersByTimeAsync(499);
    expect(server.client.send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(server.client.send).toHaveBeenCalledOnce();
    expect(conversation.getState().entries).toHaveLength(1);
    expect(conversation.getState().entries[0]).toMatchObject({ delivery: 'succeed', sequence: 1 });
  });

  it('is shown once although the answer and the push both contain it', async () => {
    await start();
    conversation.sendText('once');
    const key = conversation.getState().entries[0]?.key;
    await vi.advanceTimersByTimeAsync(500);
    server.pushRecord(server.records[0] as ChatRecord);
    expect(texts(conversation)).toEqual(['once']);
    expect(conversation.getState().entries[0]?.key).toBe(key);
  });

  it('is shown once although the push comes before the answer', async () => {
    await start();
    server.client.send.mockImplementationOnce(async (message, clientId) => {
      const answer = await server.client.send(message, clientId);
      server.pushRecord(server.records[0] as ChatRecord);
      return answer;
    });
    conversation.sendText('once');
    await vi.advanceTimersByTimeAsync(500);
    expect(texts(conversation)).toEqual(['once']);
  });

  it('keeps its place behind those that were written before it', async () => {
    await start();
    conversation.sendText('first');
    conversation.sendText('second');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.records.map((each) => each.sequence)).toEqual(['1', '2']);
    expect(texts(conversation)).toEqual(['first', 'second']);
  });

  it('that was not sent says so, and is the same message when tried again', async () => {
    await start();
    server.client.send.mockImplementationOnce(async (message, clientId) => {
      // The message has arrived, only the answer was lost.
      await server.client.send(message, clientId);
      return { error: NETWORK } as never;
    });
    conversation.sendText('again');
    await vi.advanceTimersByTimeAsync(500);
    const [failed] = conversation.getState().entries;
    expect(failed).toMatchObject({ delivery: 'failed', problem: 'NETWORK' });
    conversation.retry(failed?.key ?? '');
    await vi.advanceTimersByTimeAsync(0);
    expect(server.records).toHaveLength(1);
    expect(conversation.getState().entries[0]?.delivery).toBe('succeed');
  });

  it('leaves at once when the page is left', async () => {
    await start();
    conversation.sendText('bye');
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.client.send).toHaveBeenCalledOnce();
  });
});

describe('a message that is sent once', () => {
  const ID = 'slip-1';
  const message = { message_type: 'postback', payload: { title: 'Slip', payload: 'SLIP:1' } };

  it('is one message, however often it is handed over', async () => {
    await start();
    conversation.sendOnce(ID, message);
    conversation.sendOnce(ID, message);
    await vi.advanceTimersByTimeAsync(0);
    conversation.sendOnce(ID, message);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.client.send).toHaveBeenCalledOnce();
    expect(texts(conversation)).toEqual(['postback']);
  });

  it('is not left on its way when it was sent before the oldest message here', async () => {
    await server.client.send(message, ID);
    for (let number = 2; number <= 25; number += 1) server.say(`${number}`);
    await start();
    conversation.sendOnce(ID, message);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.records).toHaveLength(25);
    expect(texts(conversation)).toHaveLength(10);
    expect(texts(conversation)).not.toContain('postback');
  });

  it('is the same in another language, although its words are others', async () => {
    await start();
    const problem: Problem = { code: 'IDEMPOTENCY_MISMATCH', status: 422 };
    server.client.send.mockResolvedValueOnce({ error: problem } as never);
    conversation.sendOnce(ID, message);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(conversation)).toEqual([]);
  });
});

describe('a file', () => {
  const picture = () => new File(['x'], 'slip.png', { type: 'image/png' });

  it('is uploaded first and sent then', async () => {
    await start();
    conversation.sendFile(picture(), 'image');
    expect(conversation.getState().entries[0]?.delivery).toBe('uploading_file');
    await vi.advanceTimersByTimeAsync(0);
    expect(conversation.getState().entries[0]).toMatchObject({
      delivery: 'succeed',
      content: { type: 'media', fileType: 'image', name: 'slip.png' },
    });
  });

  it('is not uploaded again when only the sending failed', async () => {
    await start();
    server.client.send.mockResolvedValueOnce({ error: NETWORK } as never);
    conversation.sendFile(picture(), 'image');
    await vi.advanceTimersByTimeAsync(0);
    expect(conversation.getState().entries[0]?.delivery).toBe('failed');
    conversation.retry(conversation.getState().entries[0]?.key ?? '');
    expect(conversation.getState().entries[0]?.delivery).toBe('sending');
    await vi.advanceTimersByTimeAsync(0);
    expect(server.client.upload).toHaveBeenCalledOnce();
    expect(conversation.getState().entries[0]?.delivery).toBe('succeed');
  });

  it('is uploaded again when the upload failed', async () => {
    await start();
    server.client.upload.mockResolvedValueOnce({ error: NETWORK } as never);
    conversation.sendFile(picture(), 'image');
    await vi.advanceTimersByTimeAsync(0);
    expect(conversation.getState().entries[0]).toMatchObject({ delivery: 'failed' });
    expect(server.client.send).not.toHaveBeenCalled();
    conversation.retry(conversation.getState().entries[0]?.key ?? '');
    await vi.advanceTimersByTimeAsync(0);
    expect(server.client.upload).toHaveBeenCalledTimes(2);
    expect(conversation.getState().entries[0]?.delivery).toBe('succeed');
  });

  it('keeps no text waiting', async () => {
    await start();
    server.client.upload.mockReturnValueOnce(new Promise(() => undefined));
    conversation.sendFile(picture(), 'image');
    conversation.sendText('meanwhile');
    await vi.advanceTimersByTimeAsync(500);
    expect(server.client.send).toHaveBeenCalledOnce();
  });
});

describe('the line', () => {
  it('continues after the last known number', async () => {
    await start();
    server.say('one');
    server.cut();
    server.say('two');
    server.say('three');
    expect(texts(conversation)).toEqual(['one']);
    server.join(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.asked.at(-1)).toMatchObject({ after: 1 });
    expect(texts(conversation)).toEqual(['one', 'two', 'three']);
  });

  it('asks for what lies between when a number is missing', async () => {
    await start();
    server.say('one');
    server.cut();
    server.say('two');
    server.join(true);
    server.pushRecord({ ...server.say('three') });
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(conversation)).toEqual(['one', 'two', 'three']);
  });

  it('asks again for what came while an answer was on its way', async () => {
    await start();
    server.say('one');
    let release: () => void = () => undefined;
    server.client.history.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { data: { records: [], readByAgent: 0, readByCustomer: 0 } };
    });
    server.cut();
    server.say('two');
    server.say('three');
    server.join(true);
    server.pushRecord(server.records[2] as ChatRecord);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(conversation)).toEqual(['one', 'two', 'three']);
  });

  it('says that it reconnects only after two and a half seconds', async () => {
    await start();
    server.cut();
    await vi.advanceTimersByTimeAsync(2_400);
    expect(conversation.getState().isReconnecting).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(conversation.getState().isReconnecting).toBe(true);
    server.join(true);
    expect(conversation.getState().isReconnecting).toBe(false);
  });

  it('is replaced by asking every five seconds while somebody looks', async () => {
    await start();
    conversation.setWatched(true, true);
    server.cut();
    server.say('by asking');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(texts(conversation)).toEqual(['by asking']);
  });

  it('reads everything again when past messages have changed', async () => {
    await start();
    server.say('secret');
    Object.assign(server.records[0] as ChatRecord, { message: null, isErased: true });
    server.push('changed', { view: 'chat', position: '0' });
    await vi.advanceTimersByTimeAsync(0);
    expect(conversation.getState().entries[0]).toMatchObject({ isErased: true });
  });

  it('reports that it was refused', async () => {
    await start();
    server.refuse({ code: 'invalid-token', status: 401 });
    expect(onRefused).toHaveBeenCalledOnce();
  });
});

describe('a start', () => {
  it('that fails says why, and can be tried again', async () => {
    server.client.history.mockResolvedValueOnce({ error: NETWORK } as never);
    conversation = createConversation({ client: server.client, listen: server.listen, onRefused });
    conversation.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(conversation.getState()).toMatchObject({ phase: 'failed', problem: NETWORK });
    await conversation.reload();
    expect(conversation.getState()).toMatchObject({ phase: 'ready', problem: null });
  });

  it('loads the ten newest, and ten older ones each time', async () => {
    for (let number = 1; number <= 25; number += 1) server.say(`${number}`);
    await start();
    expect(texts(conversation)).toHaveLength(10);
    await conversation.loadOlder();
    expect(texts(conversation)).toHaveLength(20);
    await conversation.loadOlder();
    expect(texts(conversation)).toHaveLength(25);
    expect(conversation.getState().hasOlder).toBe(false);
  });
});

describe('reading', () => {
  it('is marked a second after the end came into sight, once for all', async () => {
    await start();
    server.say('one');
    conversation.setWatched(true, true);
    await vi.advanceTimersByTimeAsync(600);
    server.say('two');
    expect(conversation.getState().unread).toBe(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(server.client.markRead.mock.calls).toEqual([[2]]);
    expect(conversation.getState().unread).toBe(0);
  });

  it('is not marked while nobody looks, or not at the end', async () => {
    await start();
    server.say('one');
    await vi.advanceTimersByTimeAsync(5_000);
    conversation.setWatched(true, false);
    await vi.advanceTimersByTimeAsync(5_000);
    conversation.setWatched(true, true);
    conversation.setWatched(false, true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.client.markRead).not.toHaveBeenCalled();
    expect(conversation.getState().unread).toBe(1);
  });

  it('in another tab counts here, too', async () => {
    await start();
    server.say('one');
    server.push('read', { side: 'customer', sequence: '1' });
    expect(conversation.getState().unread).toBe(0);
    server.push('read', { side: 'agent', sequence: '1' });
    expect(conversation.getState().readByOther).toBe(1);
  });
});

describe('writing', () => {
  it('is reported every two seconds and not with each letter', async () => {
    await start();
    for (let letter = 0; letter < 10; letter += 1) conversation.noteTyping();
    expect(server.frames).toEqual(['typing']);
    await vi.advanceTimersByTimeAsync(2_000);
    conversation.noteTyping();
    expect(server.frames).toHaveLength(2);
  });

  it('of an agent is shown until the message comes, or for five seconds', async () => {
    await start();
    server.push('typing', { who: 'agent', name: 'Nok' });
    expect(conversation.getState().typing).toBe('Nok');
    server.say('here');
    expect(conversation.getState().typing).toBeNull();
    server.push('typing', { who: 'agent', name: 'Nok' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(conversation.getState().typing).toBeNull();
    server.push('typing', { who: 'customer' });
    expect(conversation.getState().typing).toBeNull();
  });

  it('shows who answers', async () => {
    await start();
    server.push('presence', { answering: [{ name: 'Nok' }, { name: 5 }, null] });
    expect(conversation.getState().answering).toEqual(['Nok']);
  });
});
