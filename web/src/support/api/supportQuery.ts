/** The base query of the support routes: staff's token, the access to a player, and `Problem`s. */
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import { newestPosition, notePosition } from '../../api/transport/position';
import {
  ANSWER_WAIT_MS_MAX,
  endsSession,
  noAnswer,
  type Problem,
  problemOf,
} from '../../api/transport/problem';
import { lookOver, type StaffState, staffSessionEnded } from './session';

/** The console's store, as far as its parts need it. */
export interface WithStaff {
  staff: StaffState;
}

/** The player that an address is about. */
function playerOf(url: string): string | null {
  return /(?:^|\/)api\/support\/players\/([^/?]+)/.exec(url)?.[1] ?? null;
}

/** The headers of a call of the console. */
export function supportHeaders({ staff }: WithStaff, url: string): Record<string, string> {
  const headers: Record<string, string> = { 'X-Requested-With': 'wallet-web' };
  if (staff.current) headers.Authorization = `Bearer ${staff.current.token}`;
  const look = staff.looks[playerOf(url) ?? ''];
  if (look) headers['X-Look'] = look.lookId;
  // Sent so that a list never shows an item that staff has just decided.
  const after = newestPosition();
  if (after) headers['X-After-Position'] = after;
  return headers;
}

const rawQuery = fetchBaseQuery({
  baseUrl: '/',
  timeout: ANSWER_WAIT_MS_MAX,
  responseHandler: 'content-type',
  prepareHeaders(headers, { getState, arg }) {
    const url = typeof arg === 'string' ? arg : arg.url;
    for (const [name, value] of Object.entries(supportHeaders(getState() as WithStaff, url))) {
      headers.set(name, value);
    }
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

type Dispatch = (action: ReturnType<typeof lookOver | typeof staffSessionEnded>) => unknown;

/** Handles a refusal that also means that the session or the access to a player has ended. */
export function heedRefusal(
  problem: Problem,
  before: WithStaff,
  url: string,
  dispatch: Dispatch,
): void {
  const { current, looks } = before.staff;
  if (current && endsSession(problem)) dispatch(staffSessionEnded({ token: current.token }));
  const playerId = playerOf(url);
  const look = playerId ? looks[playerId] : undefined;
  if (problem.code === 'LOOK_REQUIRED' && playerId && look) {
    dispatch(lookOver({ playerId, lookId: look.lookId }));
  }
}

export const supportQuery: BaseQueryFn<string | FetchArgs, unknown, Problem> = async (
  args,
  api,
  extra,
) => {
  const before = api.getState() as WithStaff;
  const result = await rawQuery(args, api, extra);
  if (!result.error) {
    if (typeof args !== 'string' && args.method === 'POST') {
      notePosition((result.data as { position?: unknown } | null)?.position);
    }
    return { data: result.data };
  }
  const problem = toProblem(result.error, result.meta?.response);
  heedRefusal(problem, before, typeof args === 'string' ? args : args.url, api.dispatch);
  return { error: problem };
};
