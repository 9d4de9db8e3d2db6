/**
 * The chat's calls. They are not part of the query cache: a conversation is a stream that grows by
 * pushes, and a guest calls with a credential of another kind than a member.
 */
import { callHeaders } from './transport/headers';
import { ANSWER_WAIT_MS_MAX, noAnswer, type Problem, problemOf } from './transport/problem';
import { upload } from './transport/upload';
import type { LocalText } from './types';

/** A message as the server writes it; `readContent` parses its `message`. */
export interface ChatRecord {
  _id: string;
  clientId: string | null;
  conversation: string;
  /** Its number in the conversation, from 1 and without gaps. */
  sequence: string;
  session_id: string;
  sender: string;
  name: string | null;
  message: unknown;
  isErased: boolean;
  createdAt: string;
}

export interface OutgoingMessage {
  message_type: string;
  payload: unknown;
}

export interface SentMessage {
  _id: string;
  conversation: string;
  sequence: string;
  session_id: string;
  createdAt: string;
}

export interface FileBounds {
  bytes: number;
  types: string[];
}

export interface ChatConfig {
  isOn: boolean;
  invite: LocalText;
  maxLength: number;
  image: FileBounds;
  video: FileBounds;
}

export interface UploadedFile {
  path: string;
  fileType: string;
  name: string;
}

export interface GuestIdentity {
  guestId: string;
  secret: string;
}

export interface HistoryPage {
  /** Newest first. */
  records: ChatRecord[];
  readByAgent: number;
  readByCustomer: number;
}

export type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: Problem };

/** The `Authorization` header of the person who chats; null while nobody is known. */
export type Authorization = () => string | null;

interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  body?: unknown;
  authorization?: string | null;
  headers?: Record<string, string>;
}

interface Answered {
  body: unknown;
  headers: Headers;
}

async function answered(path: string, call: Call): Promise<Response> {
  const headers: Record<string, string> = { ...callHeaders(null, false), ...call.headers };
  if (call.authorization) headers.Authorization = call.authorization;
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return fetch(path, {
    method: call.method ?? 'GET',
    headers,
    body,
    // Sends a message even if the page is left right after it was written.
    keepalive: call.method === 'POST',
    signal: AbortSignal.timeout(ANSWER_WAIT_MS_MAX),
  });
}

async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  return problemOf(response.status, body, response.headers.get('Retry-After'));
}

function wasTimeOut(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

async function ask(path: string, call: Call = {}): Promise<Answer<Answered>> {
  try {
    const response = await answered(path, call);
    if (!response.ok) return { error: await problemIn(response) };
    return { data: { body: await response.json(), headers: response.headers } };
  } catch (error) {
    return { error: noAnswer(wasTimeOut(error)) };
  }
}

async function askFor<T>(path: string, call: Call = {}): Promise<Answer<T>> {
  const answer = await ask(path, call);
  return answer.error ? { error: answer.error } : { data: answer.data.body as T };
}

/** The chat's limits; the same for everybody. */
export function getChatConfig(): Promise<Answer<ChatConfig>> {
  return askFor('/api/chat/config');
}

/** An identity for somebody without an account. */
export function createGuest(): Promise<Answer<GuestIdentity>> {
  return askFor('/api/guest', { method: 'POST' });
}

/** Makes a guest's conversation the member's; the guest's identity ends with it. */
export function linkGuest(authorization: string, guest: GuestIdentity): Promise<Answer<unknown>> {
  return askFor('/api/chat/link', {
    method: 'POST',
    body: { consent: true },
    authorization,
    headers: { 'X-Guest': `${guest.guestId}.${guest.secret}` },
  });
}

/** A file of the conversation, which needs the caller's credential. */
export async function fetchChatFile(
  authorization: string | null,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer<Blob>> {
  try {
    const response = await answered(path, { authorization, headers });
    if (!response.ok) return { error: await problemIn(response) };
    return { data: await response.blob() };
  } catch (error) {
    return { error: noAnswer(wasTimeOut(error)) };
  }
}

export interface HistoryRange {
  limit: number;
  before?: number;
  after?: number;
}

const numberIn = (headers: Headers, name: string) => Number(headers.get(name) ?? 0) || 0;

/** The visitor's own conversation. */
export function createChatClient(authorization: Authorization) {
  return {
    async history({ limit, before, after }: HistoryRange): Promise<Answer<HistoryPage>> {
      const range = { limit, before: before?.toString(), after: after?.toString() };
      const answer = await ask('/api/chat/history', {
        method: 'POST',
        body: range,
        authorization: authorization(),
      });
      if (answer.error) return { error: answer.error };
      const { body, headers } = answer.data;
      return {
        data: {
          records: body as ChatRecord[],
          readByAgent: numberIn(headers, 'X-Read-By-Agent'),
          readByCustomer: numberIn(headers, 'X-Read-By-Customer'),
        },
      };
    },

    send(message: OutgoingMessage, clientId: string): Promise<Answer<SentMessage>> {
      return askFor('/api/chat/send-message', {
        method: 'POST',
        body: { message, clientId },
        authorization: authorization(),
      });
    },

    markRead(sequence: number): Promise<Answer<unknown>> {
      return askFor('/api/chat/read-customer/', {
        method: 'PUT',
        body: { sequence: String(sequence) },
        authorization: authorization(),
      });
    },

    upload(
      file: File,
      kind: 'image' | 'video',
      onProgress: (share: number) => void,
    ): Promise<Answer<UploadedFile>> {
      const form = new FormData();
      form.append('file', file, file.name);
      return upload<UploadedFile>({
        url: `/api/chat/upload-${kind}`,
        form,
        authorization: authorization(),
        onProgress,
      }) as Promise<Answer<UploadedFile>>;
    },
  };
}

export type ChatClient = ReturnType<typeof createChatClient>;
