// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSupportStore, type SupportStore } from '../app/store';
import { download } from './download';
import { lookOpened, staffSignedIn } from './session';
import { supportApi } from './supportApi';

const PLAYER = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const LATER = '2999-01-01T00:00:00Z';

const probe = supportApi.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, string>({ query: (url) => url, keepUnusedDataFor: 0 }),
  }),
});

let store: SupportStore;
const calls: Request[] = [];

/** Node's Request wants whole addresses, browsers do not. */
class WholeRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'http://wallet.test') : input, init);
  }
}

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal('Request', WholeRequest);
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    calls.push(new WholeRequest(input, init));
    return Response.json(body, { status });
  });
}

const ask = (url: string) => store.dispatch(probe.endpoints.probe.initiate(url));

beforeEach(() => {
  calls.length = 0;
  sessionStorage.clear();
  localStorage.clear();
  store = createSupportStore();
  const staff = { id: 's1', username: 'agent', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: LATER, staff }));
  store.dispatch(lookOpened({ playerId: PLAYER, look: { lookId: 'look-1', until: LATER } }));
});
afterEach(() => vi.unstubAllGlobals());

describe('a call of the console', () => {
  it('carries the token of staff, and the look only where it belongs', async () => {
    answerWith(200, {});
    await ask(`api/support/players/${PLAYER}/timeline`);
    await ask(`api/support/players/${OTHER}/timeline`);
    await ask('api/support/players?q=som');
    expect(calls.map((call) => call.headers.get('Authorization'))).toEqual(
      Array(3).fill('Bearer st_1'),
    );
    expect(calls.map((call) => call.headers.get('X-Look'))).toEqual(['look-1', null, null]);
  });

  it('never carries the session of a member of this browser', async () => {
    sessionStorage.clear();
    localStorage.setItem('wallet.session', JSON.stringify({ token: 'm', username: 'x' }));
    store = createSupportStore();
    answerWith(200, {});
    await ask('api/support/me');
    expect(calls[0]?.headers.get('Authorization')).toBeNull();
  });

  it('asks for a reason again when the look is over', async () => {
    answerWith(403, { message: 'LOOK_REQUIRED', requestId: 'r' });
    await ask(`api/support/players/${PLAYER}/state`);
    expect(store.getState().staff.looks).toEqual({});
    expect(store.getState().staff.current).not.toBeNull();
  });

  it.each(['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'invalid-token'])(
    'forgets everything when the server says %s',
    async (message) => {
      answerWith(401, { message, requestId: 'r' });
      await ask('api/support/me');
      const { current, looks, hasEnded } = store.getState().staff;
      expect({ current, looks, hasEnded }).toEqual({ current: null, looks: {}, hasEnded: true });
      expect(sessionStorage.getItem('support.session')).toBeNull();
    },
  );

  it('does the same for a file', async () => {
    answerWith(403, { message: 'LOOK_REQUIRED', requestId: 'r' });
    const url = `/api/support/players/${PLAYER}/export?format=csv`;
    const problem = await download(store, url, 'x.csv');
    expect(problem?.code).toBe('LOOK_REQUIRED');
    expect(calls[0]?.headers.get('X-Look')).toBe('look-1');
    expect(store.getState().staff.looks).toEqual({});
  });
});

describe('the session of staff', () => {
  it('is kept in this tab only', () => {
    expect(sessionStorage.getItem('support.session')).toContain('st_1');
    expect(JSON.stringify({ ...localStorage })).not.toContain('st_1');
    expect(createSupportStore().getState().staff.current?.token).toBe('st_1');
  });
});
