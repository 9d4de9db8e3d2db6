// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Line, listenOn, parseFrame } from './line';

const { sockets, FakeSocket } = vi.hoisted(() => {
  class FakeSocket extends EventTarget {
    OPEN = 1;
    CLOSED = 3;
    readyState = 0;
    sent: { event: string; id: string; data: unknown }[] = [];
    reconnect = vi.fn();
    close = vi.fn();
    send(text: string) {
      this.sent.push(JSON.parse(text));
    }
    /** The server accepts the socket, and the join that follows. */
    async open() {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
      await vi.advanceTimersByTimeAsync(0);
      const join = this.sent.findLast((frame) => frame.event === 'join');
      const data = { position: '7' };
      if (join) this.receive({ event: 'ack', id: join.id, ok: true, data });
    }
    receive(frame: object) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    }
    drop(code = 1006) {
      this.readyState = 3;
      this.dispatchEvent(Object.assign(new Event('close'), { code }));
    }
  }
  return { sockets: [] as FakeSocket[], FakeSocket };
});

vi.mock('partysocket', () => ({
  WebSocket: class extends FakeSocket {
    constructor() {
      super();
      sockets.push(this);
    }
  },
}));

const ticket = vi.fn();
let line: Line;
let listener: ReturnType<typeof spies>;

const spies = () => ({
  onFrame: vi.fn(),
  onJoined: vi.fn(),
  onLost: vi.fn(),
  onRefused: vi.fn(),
});
const newest = () => sockets.at(-1) as InstanceType<typeof FakeSocket>;

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  ticket.mockReset().mockImplementation(async () => Response.json({ ticket: 't-1' }));
  vi.stubGlobal('fetch', ticket);
  listener = spies();
  line = listenOn('Guest a.b', listener);
});

afterEach(() => {
  line.leave();
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a line', () => {
  it('joins with a ticket of its caller, and is up when the server says so', async () => {
    newest().readyState = 1;
    newest().dispatchEvent(new Event('open'));
    await vi.advanceTimersByTimeAsync(0);
    expect(ticket.mock.calls[0]?.[1].headers.Authorization).toBe('Guest a.b');
    expect(newest().sent[0]).toMatchObject({ event: 'join', data: { ticket: 't-1' } });
    expect(listener.onJoined).not.toHaveBeenCalled();
    newest().receive({ event: 'ack', id: newest().sent[0]?.id, ok: true });
    expect(listener.onJoined).toHaveBeenCalledExactlyOnceWith(false, undefined);
  });

  it('is one for all that listen as the same caller', async () => {
    const second = spies();
    const other = listenOn('Guest a.b', second);
    expect(sockets).toHaveLength(1);
    await newest().open();
    newest().receive({ event: 'changed', data: { view: 'wallet' } });
    expect(listener.onFrame).toHaveBeenCalledOnce();
    expect(second.onFrame).toHaveBeenCalledOnce();
    other.leave();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(newest().close).not.toHaveBeenCalled();
    const elsewhere = listenOn('Guest c.d', spies());
    expect(sockets).toHaveLength(2);
    elsewhere.leave();
  });

  it('passes on the position of the last event, also to a listener that comes later', async () => {
    await newest().open();
    expect(listener.onJoined).toHaveBeenLastCalledWith(false, '7');
    newest().receive({ event: 'changed', data: { view: 'wallet', position: '9' } });
    const second = spies();
    listenOn('Guest a.b', second).leave();
    expect(second.onJoined).toHaveBeenCalledExactlyOnceWith(false, '9');
  });

  it('says when it is lost, and that it is up again', async () => {
    await newest().open();
    newest().drop();
    expect(listener.onLost).toHaveBeenCalledOnce();
    await newest().open();
    expect(listener.onJoined).toHaveBeenLastCalledWith(true, '7');
    expect(ticket).toHaveBeenCalledTimes(2);
  });

  it('that does not answer is taken for dead', async () => {
    await newest().open();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(newest().sent.at(-1)?.event).toBe('ping');
    expect(newest().reconnect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(listener.onLost).toHaveBeenCalledOnce();
    expect(newest().reconnect).toHaveBeenCalledOnce();
  });

  it('ends where the credential is refused', async () => {
    const body = { message: 'invalid-token' };
    ticket.mockImplementation(async () => Response.json(body, { status: 401 }));
    await newest().open();
    expect(listener.onRefused).toHaveBeenCalledExactlyOnceWith({
      code: 'invalid-token',
      status: 401,
    });
    expect(newest().close).toHaveBeenCalledOnce();
  });

  it.each([
    ['says why the session is over', 401, 'invalid-token'],
    ['ends where nobody says why', 503, 'EXPIRED_AUTH_TOKEN'],
  ])('%s', async (_, status, code) => {
    await newest().open();
    ticket.mockImplementation(async () => Response.json({ message: 'invalid-token' }, { status }));
    newest().drop(4001);
    await vi.advanceTimersByTimeAsync(0);
    expect(listener.onRefused.mock.calls).toEqual([
      [expect.objectContaining({ code, status: 401 })],
    ]);
  });

  it('waits a moment where there is no ticket now', async () => {
    ticket.mockImplementation(async () => Response.json({}, { status: 503 }));
    await newest().open();
    expect(listener.onRefused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(newest().reconnect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(newest().reconnect).toHaveBeenCalled();
  });
});

it('a frame is an object or nothing', () => {
  expect(parseFrame('{"event":"x"}')).toEqual({ event: 'x' });
  for (const text of ['', 'x', 'null', '5', undefined]) expect(parseFrame(text)).toBeNull();
});
