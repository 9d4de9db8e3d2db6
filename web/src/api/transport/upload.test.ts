import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceGone, sessionExpired } from '../../client/session';
import { baseQuery } from './baseQuery';
import { upload } from './upload';

class FakeRequest {
  static newest: FakeRequest;
  timeout = 0;
  status = 0;
  responseText = '';
  opened: string[] = [];
  headers: Record<string, string> = {};
  replyHeaders: Record<string, string> = {};
  upload: { onprogress?: (event: ProgressEvent) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.newest = this;
  }
  open(...parts: string[]) {
    this.opened = parts;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.replyHeaders[name] ?? null;
  }
  send = vi.fn();
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: string, headers = {}) {
    Object.assign(this, { status, responseText: body, replyHeaders: headers });
    this.onload?.();
  }
  sends(loaded: number, total: number, lengthComputable = true) {
    this.upload.onprogress?.({ loaded, total, lengthComputable } as ProgressEvent);
  }
}

const form = new FormData();
const request = () => FakeRequest.newest;

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it('names the member and its key, and is given five minutes', async () => {
    const sent = upload({ url: '/api/wallet/slip', form, token: 't', idempotencyKey: 'k-1' });
    expect(request().opened).toEqual(['POST', '/api/wallet/slip']);
    expect(request().headers).toMatchObject({
      Authorization: 'Bearer t',
      'Idempotency-Key': 'k-1',
      'X-Requested-With': 'wallet-web',
    });
    expect(request().timeout).toBe(300_000);
    expect(request().send).toHaveBeenCalledExactlyOnceWith(form);
    request().answer(200, '{"id":"s-1"}');
    await expect(sent).resolves.toEqual({ data: { id: 's-1' } });
  });

  it('that is refused because the service has closed says so to the store', () => {
    const dispatch = vi.fn();
    upload({ url: '/api/wallet/slip', form, token: 't', dispatch });
    request().answer(410, '{"message":"gone"}');
    expect(dispatch).toHaveBeenCalledExactlyOnceWith(serviceGone());
  });

  it('reports the share that is sent, where the browser knows it', () => {
    const onProgress = vi.fn();
    upload({ url: '/api/wallet/slip', form, onProgress });
    request().sends(0, 400);
    request().sends(100, 400);
    request().sends(5, 0, false);
    request().sends(400, 400);
    expect(onProgress.mock.calls.flat()).toEqual([0, 0.25, 1]);
  });

  it.each([
    ['whose line breaks', 'onerror', 'NETWORK'],
    ['that takes too long', 'ontimeout', 'TIMEOUT'],
  ] as const)('%s has no answer: it may have arrived', async (_, event, code) => {
    const sent = upload({ url: '/api/wallet/slip', form });
    request()[event]?.();
    await expect(sent).resolves.toEqual({ error: { code, status: 0 } });
  });

  it('stops when its owner does not want it any more', async () => {
    const stop = new AbortController();
    const sent = upload({ url: '/api/chat/upload-image', form, signal: stop.signal });
    stop.abort();
    await expect(sent).resolves.toEqual({ error: { code: 'ABORTED', status: 0 } });
  });

  it('that is refused says why and when to come again', async () => {
    const sent = upload({ url: '/api/wallet/slip', form });
    const body = '{"message":"REQUEST_LIMIT","requestId":"r"}';
    request().answer(429, body, { 'Retry-After': '40' });
    await expect(sent).resolves.toMatchObject({
      error: { code: 'REQUEST_LIMIT', status: 429, requestId: 'r', retryAfter: 40 },
    });
  });

  it('that some machine on the way answers is no success', async () => {
    for (const status of [200, 502]) {
      const sent = upload({ url: '/api/wallet/slip', form });
      request().answer(status, '<h1>Proxy</h1>');
      await expect(sent).resolves.toMatchObject({ error: { status } });
    }
  });

  it('ends the session whose token is refused, and no other', async () => {
    const dispatch = vi.fn();
    const sent = upload({ url: '/api/wallet/slip', form, token: 't', dispatch });
    request().answer(401, '{"message":"invalid-token"}');
    await sent;
    expect(dispatch).toHaveBeenCalledExactlyOnceWith({
      type: sessionExpired.type,
      payload: { token: 't', revokedAt: expect.any(String) },
    });
    const refused = upload({ url: '/api/wallet/slip', form, token: 't', dispatch });
    request().answer(422, '{"message":"SLIP_INVALID_FILE"}');
    await refused;
    expect(dispatch).toHaveBeenCalledTimes(1);
  });
});

describe('any other call', () => {
  it('is given up after a minute without an answer', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'Request',
      class {
        constructor(
          readonly url: string,
          readonly init: RequestInit,
        ) {}
        clone() {
          return this;
        }
      },
    );
    vi.stubGlobal(
      'fetch',
      ({ init }: { init: RequestInit }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const timeOuts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new DOMException('late', 'TimeoutError')), ms);
      return stop.signal;
    });
    const settled = vi.fn();
    const api = {
      signal: new AbortController().signal,
      abort: () => undefined,
      dispatch: vi.fn(),
      getState: () => ({ session: { current: null, confirmed: false } }),
      extra: undefined,
      endpoint: 'getWallet',
      type: 'query',
    } as unknown as Parameters<typeof baseQuery>[1];
    Promise.resolve(baseQuery('api/wallet', api, {})).then(settled);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(settled.mock.calls[0]?.[0]).toMatchObject({ error: { code: 'TIMEOUT', status: 0 } });
    timeOuts.mockRestore();
    vi.useRealTimers();
  });
});
