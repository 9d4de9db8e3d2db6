/** Uploads by XMLHttpRequest, because fetch does not report how much has been sent. */
import { serviceGone, sessionExpired } from '../../client/session';
import { callHeaders } from './headers';
import {
  endsService,
  endsSession,
  isOffline,
  NOT_SENT,
  noAnswer,
  type Problem,
  problemOf,
} from './problem';

export const UPLOAD_WAIT_MS_MAX = 300_000;

interface Upload {
  url: string;
  form: FormData;
  /** The session that a refusal ends. */
  token?: string | null;
  /** The whole `Authorization` header of a caller who is no member. */
  authorization?: string | null;
  idempotencyKey?: string;
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  dispatch?: (action: ReturnType<typeof sessionExpired | typeof serviceGone>) => unknown;
}

type Answer<T> = { data: T } | { error: Problem };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends the form; `onProgress` gets the share sent, 0 to 1. */
export function upload<T>(task: Upload): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', task.url);
    request.timeout = UPLOAD_WAIT_MS_MAX;
    const headers = callHeaders(task.token ?? null, false);
    if (task.authorization) headers.Authorization = task.authorization;
    if (task.idempotencyKey) headers['Idempotency-Key'] = task.idempotencyKey;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) task.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve(answerOf<T>(request, task));
    const isUnsendable = isOffline();
    request.onerror = () => resolve({ error: isUnsendable ? NOT_SENT : noAnswer(false) });
    request.ontimeout = () => resolve({ error: noAnswer(true) });
    request.onabort = () => resolve({ error: { code: 'ABORTED', status: 0 } });
    task.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(task.form);
  });
}

function answerOf<T>(request: XMLHttpRequest, task: Upload): Answer<T> {
  const body = parse(request.responseText);
  if (request.status >= 200 && request.status < 300 && body) return { data: body as T };
  const problem = problemOf(request.status, body, request.getResponseHeader('Retry-After'));
  if (task.token && endsSession(problem)) {
    task.dispatch?.(sessionExpired({ token: task.token, code: problem.code }));
  }
  if (endsService(problem)) task.dispatch?.(serviceGone());
  return { error: problem };
}
