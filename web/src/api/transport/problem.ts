/** What went wrong with a call, in the one shape that every screen understands. */

export interface Problem {
  /** Stable code of the product's error catalogue, or NETWORK / TIMEOUT made here. */
  code: string;
  /** HTTP status; 0 when no answer came. */
  status: number;
  requestId?: string;
  data?: Record<string, unknown>;
  /** Seconds to wait before the next try, as the server asks. */
  retryAfter?: number;
  /** The end of that wait, by this device's clock. */
  retryAt?: number;
}

/** Statuses that do not say whether the command took effect, or that ask to try again. */
const COME_AGAIN = new Set([408, 425, 429]);

export function isProblem(error: unknown): error is Problem {
  const candidate = error as Partial<Problem> | null | undefined;
  return typeof candidate?.code === 'string' && typeof candidate.status === 'number';
}

/**
 * Whether the answer settles the command. After a lost connection, a time-out or a 5xx the command
 * may have happened: use the same key again, and do not report a failure.
 */
export function isDefinite(problem: Problem): boolean {
  return problem.status >= 400 && problem.status < 500 && !COME_AGAIN.has(problem.status);
}

const SESSION_CODES = new Set(['invalid-token', 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN']);

/** Whether the answer means that the session is over (and not only that a password was wrong). */
export function endsSession(problem: Problem): boolean {
  return SESSION_CODES.has(problem.code) || /unable to confirm identity/i.test(problem.code);
}

/** Whether the operator has ended the service: what would begin something is refused with this. */
export function endsService(problem: Problem): boolean {
  return problem.status === 410 && problem.code === 'gone';
}

/** The fields a refused form names, or an empty list. */
export function problemFields(problem: Problem): string[] {
  const fields = problem.data?.fields;
  if (Array.isArray(fields)) return fields.filter((field) => typeof field === 'string');
  return fields && typeof fields === 'object' ? Object.keys(fields) : [];
}

/** Reads the body of a refusal: `{message, requestId, data?}`. */
export function problemOf(status: number, body: unknown, retryAfter: string | null): Problem {
  const parts = (body ?? {}) as { message?: unknown; requestId?: unknown; data?: unknown };
  const fallback = status === 429 ? 'REQUEST_LIMIT' : 'INTERNAL_SERVER_ERROR';
  const problem: Problem = {
    code: typeof parts.message === 'string' && parts.message ? parts.message : fallback,
    status,
  };
  if (typeof parts.requestId === 'string') problem.requestId = parts.requestId;
  if (parts.data && typeof parts.data === 'object') {
    problem.data = parts.data as Record<string, unknown>;
  }
  const seconds = Number(retryAfter);
  if (retryAfter && Number.isFinite(seconds)) {
    problem.retryAfter = seconds;
    problem.retryAt = Date.now() + seconds * 1000;
  }
  return problem;
}

/** How long a call waits for its answer. */
export const ANSWER_WAIT_MS_MAX = 60_000;

/** The problem of a call without an answer: no connection, or a time-out. */
export function noAnswer(timedOut: boolean): Problem {
  return { code: timedOut ? 'TIMEOUT' : 'NETWORK', status: 0 };
}

/** The problem of a command that has not left this device, because it had no network. */
export const NOT_SENT: Problem = { code: 'OFFLINE', status: 0 };

/** The browser is sure of it; that it sees a network says nothing about the server. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

export const wasNotSent = (error: unknown): boolean =>
  isProblem(error) && error.code === NOT_SENT.code;
