// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { signedIn } from '../../client/session';
import { accessApi } from '../accessApi';
import { accountApi } from '../accountApi';
import { generatedMoneyApi } from '../generated/generatedMoney';
import { lookupApi } from '../lookupApi';
import { statementApi } from '../statementApi';
import { moneyApi } from '../walletApi';
import { forgetPositions, newestPosition } from './position';

const session = { token: 'secret-token', username: '0812345678', expiresAt: null };
const answer = vi.fn<(request: Request) => Response | Promise<Response>>();

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

function withdraw(amount: string) {
  return generatedMoneyApi.endpoints.withdraw.initiate({
    'Idempotency-Key': 'abc',
    withdrawRequest: { amount },
  });
}

function signedInStore() {
  const store = createAppStore();
  store.dispatch(signedIn({ session, remember: false }));
  return store;
}

beforeEach(() => {
  // Node's Request wants whole addresses, browsers do not.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://wallet.test') : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', (request: Request) => Promise.resolve(answer(request)));
});

afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
  forgetPositions();
});

describe('each call', () => {
  it('carries the marker of the portal and the token', async () => {
    answer.mockReturnValue(json(200, {}));
    await signedInStore().dispatch(moneyApi.endpoints.getWallet.initiate());
    const request = answer.mock.calls[0]?.[0];
    expect(request?.headers.get('X-Requested-With')).toBe('wallet-web');
    expect(request?.headers.get('Authorization')).toBe('Bearer secret-token');
  });

  it('names the device where a member begins, and nowhere else', async () => {
    answer.mockImplementation(async () => json(200, { token: 't', expiresAt: null }));
    const store = createAppStore();
    const loginRequest = { username: '0812345678', password: 'secret', remember: false };
    await store.dispatch(accountApi.endpoints.logIn.initiate(loginRequest));
    await store.dispatch(moneyApi.endpoints.getWallet.initiate());
    const [login, wallet] = answer.mock.calls.map(([request]) => request);
    expect(login?.headers.get('X-Device-Id')).toMatch(/^[0-9a-f]{32}$/);
    expect(wallet?.headers.has('X-Device-Id')).toBe(false);
  });

  it('carries no token for a visitor', async () => {
    answer.mockReturnValue(json(200, {}));
    await createAppStore().dispatch(lookupApi.endpoints.getInfo.initiate());
    expect(answer.mock.calls[0]?.[0].headers.has('Authorization')).toBe(false);
  });

  it('sends the key of a command as a header, not in the body', async () => {
    answer.mockReturnValue(json(202, { status: 'PENDING', id: '1', position: '7' }));
    await signedInStore().dispatch(withdraw('100.00'));
    const request = answer.mock.calls[0]?.[0];
    expect(request?.headers.get('Idempotency-Key')).toBe('abc');
    expect(await request?.json()).toEqual({ amount: '100.00' });
  });

  it('asks to see its own write in the reads that follow', async () => {
    answer.mockReturnValue(json(202, { status: 'PENDING', id: '1', position: '1234' }));
    const store = signedInStore();
    await store.dispatch(withdraw('1.00'));
    answer.mockReturnValue(json(200, { total: 0, statements: [] }));
    await store.dispatch(statementApi.endpoints.listStatements.initiate({ page: 1, limit: 10 }));
    expect(answer.mock.calls[1]?.[0].headers.get('X-After-Position')).toBe('1234');
  });

  it('asks to see no less than what was shown before', async () => {
    answer.mockImplementation(() => json(200, { total: 0, statements: [], asOf: '1300' }));
    const store = signedInStore();
    for (const page of [1, 2]) {
      await store.dispatch(statementApi.endpoints.listStatements.initiate({ page, limit: 10 }));
    }
    expect(answer.mock.calls[1]?.[0].headers.get('X-After-Position')).toBe('1300');
  });
});

describe('an answer', () => {
  it('that says gone ends the service for this page', async () => {
    answer.mockImplementation(() => json(200, { message: 'ok' }));
    const store = signedInStore();
    await store.dispatch(moneyApi.endpoints.getWallet.initiate());
    expect(store.getState().session.gone).toBe(false);
    answer.mockImplementation(() => json(200, { message: 'gone' }));
    await store.dispatch(withdraw('1.00'));
    expect(store.getState().session.gone).toBe(true);
  });
});

describe('a refusal', () => {
  it.each([
    [410, 'gone', true],
    [404, 'gone', false],
    [410, 'SLIP_INVALID_FILE', false],
  ])('with %s and %s ends the service: %s', async (status, message, isGone) => {
    answer.mockReturnValue(json(status, { message, requestId: 'r1' }));
    const store = signedInStore();
    await store.dispatch(withdraw('1.00'));
    expect(store.getState().session.gone).toBe(isGone);
    expect(store.getState().session.phase).toBe('active');
  });

  it('becomes a problem with code, request id and data', async () => {
    answer.mockReturnValue(
      json(422, { message: 'WITHDRAW_LIMIT', requestId: 'r1', data: { min: '100.00' } }),
    );
    const { error } = await signedInStore().dispatch(withdraw('1.00'));
    expect(error).toEqual({
      code: 'WITHDRAW_LIMIT',
      status: 422,
      requestId: 'r1',
      data: { min: '100.00' },
    });
  });

  it('without a body of ours still has a code', async () => {
    answer.mockReturnValue(new Response('<html>bad gateway</html>', { status: 502 }));
    const { error } = await createAppStore().dispatch(lookupApi.endpoints.getInfo.initiate());
    expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 502 });
  });

  it('returns how long to wait', async () => {
    answer.mockReturnValue(json(429, { message: 'REQUEST_LIMIT' }, { 'Retry-After': '30' }));
    const { error } = await createAppStore().dispatch(lookupApi.endpoints.getInfo.initiate());
    expect(error).toMatchObject({
      code: 'REQUEST_LIMIT',
      retryAfter: 30,
      retryAt: expect.any(Number),
    });
  });

  it('is a network problem when no answer came', async () => {
    answer.mockRejectedValue(new TypeError('failed to fetch'));
    const { error } = await createAppStore().dispatch(lookupApi.endpoints.getInfo.initiate());
    expect(error).toEqual({ code: 'NETWORK', status: 0 });
  });

  it('of the token ends the session', async () => {
    answer.mockReturnValue(json(401, { message: 'invalid-token', requestId: 'r' }));
    const store = signedInStore();
    await store.dispatch(moneyApi.endpoints.getWallet.initiate());
    expect(store.getState().session.phase).toBe('expired');
  });

  it('of a password does not end the session', async () => {
    answer.mockReturnValue(json(401, { message: 'WRONG_PASSWORD', requestId: 'r' }));
    const store = signedInStore();
    await store.dispatch(
      accessApi.endpoints.changePassword.initiate({ oldPassword: 'a', newPassword: 'b' }),
    );
    expect(store.getState().session.phase).toBe('active');
  });

  it('of an old token does not end a newer session', async () => {
    const store = signedInStore();
    answer.mockImplementation(() => {
      store.dispatch(signedIn({ session: { ...session, token: 'newer' }, remember: false }));
      return json(401, { message: 'EXPIRED_AUTH_TOKEN', requestId: 'r' });
    });
    await store.dispatch(moneyApi.endpoints.getWallet.initiate());
    expect(store.getState().session.phase).toBe('active');
  });
});

describe('the newest position', () => {
  it('counts as a number, not as text', async () => {
    answer.mockReturnValue(json(202, { status: 'PENDING', id: '1', position: '1000' }));
    const store = signedInStore();
    await store.dispatch(withdraw('1.00'));
    answer.mockReturnValue(json(202, { status: 'PENDING', id: '2', position: '999' }));
    await store.dispatch(withdraw('1.00'));
    expect(newestPosition()).toBe('1000');
  });
});
