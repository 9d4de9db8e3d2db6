/** One door to the gateway: headers, time-out, positions, and every failure as a `Problem`. */
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import { deviceId } from '../../client/device';
import {
  type SessionState,
  serviceGone,
  sessionConfirmed,
  sessionExpired,
} from '../../client/session';
import { callHeaders } from './headers';
import { notePosition, noteRead } from './position';
import {
  ANSWER_WAIT_MS_MAX,
  endsService,
  endsSession,
  isOffline,
  NOT_SENT,
  noAnswer,
  type Problem,
  problemOf,
} from './problem';
import { noteReach } from './reach';

/** Calls that name the device: a stranger's is a new one, and nobody is a friend of oneself. */
const OF_DEVICE = new Set([
  'logIn',
  'register',
  'sendPasswordCode',
  'resetPassword',
  'changePassword',
  'setPin',
  'listNotices',
]);

const rawQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: ANSWER_WAIT_MS_MAX,
  responseHandler: 'content-type',
  prepareHeaders(headers, { getState, type, endpoint }) {
    const token = (getState() as { session: SessionState }).session.current?.token ?? null;
    for (const [name, value] of Object.entries(callHeaders(token, type === 'query'))) {
      headers.set(name, value);
    }
    if (OF_DEVICE.has(endpoint)) headers.set('X-Device-Id', deviceId());
  },
});

function toProblem(error: FetchBaseQueryError, response: Response | undefined): Problem {
  if (error.status === 'TIMEOUT_ERROR') return noAnswer(true);
  if (error.status === 'FETCH_ERROR') return noAnswer(false);
  const retryAfter = response?.headers.get('Retry-After') ?? null;
  if (error.status === 'PARSING_ERROR') return problemOf(error.originalStatus, null, retryAfter);
  if (typeof error.status === 'number') return problemOf(error.status, error.data, retryAfter);
  return noAnswer(false);
}

export interface CallMeta {
  response?: Response | undefined;
}

export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  Problem,
  Record<never, never>,
  CallMeta
> = async (args, api, extra) => {
  const before = (api.getState() as { session: SessionState }).session;
  // Only then is it certain that nothing was sent: a broken line may have lost the answer alone.
  const isUnsendable = api.type === 'mutation' && isOffline();
  const result = await rawQuery(args, api, extra);
  const meta: CallMeta = { response: result.meta?.response };
  // A call that was given up says nothing about the line.
  if (!api.signal.aborted) noteReach(result.error?.status !== 'FETCH_ERROR');
  if (result.error) {
    const isNotSent = isUnsendable && result.error.status === 'FETCH_ERROR';
    const problem = isNotSent ? NOT_SENT : toProblem(result.error, result.meta?.response);
    const token = before.current?.token;
    if (token && endsSession(problem)) api.dispatch(sessionExpired({ token, code: problem.code }));
    if (endsService(problem)) api.dispatch(serviceGone());
    return { error: problem, meta };
  }
  const answer = (result.data ?? {}) as { position?: unknown; asOf?: unknown; message?: unknown };
  notePosition(answer.position);
  noteRead(answer.asOf);
  if (answer.message === 'gone') api.dispatch(serviceGone());
  const url = typeof args === 'string' ? args : args.url;
  // Public lookups answer with any token: they prove nothing about it.
  if (before.current && !before.confirmed && !url.includes('api/lookup/')) {
    api.dispatch(sessionConfirmed());
  }
  return { data: result.data, meta };
};
