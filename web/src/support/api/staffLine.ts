/**
 * A visitor's conversation as staff call for it: the same calls as the visitor's own, by the
 * conversation's id, and the staff's socket narrowed down to it.
 */
import {
  type Answer,
  type ChatClient,
  type ChatRecord,
  fetchChatFile,
  type HistoryPage,
  type SentMessage,
  type UploadedFile,
} from '../../api/chatApi';
import { type Line, type LineListener, listenOn } from '../../api/transport/line';
import { ANSWER_WAIT_MS_MAX, noAnswer, problemOf } from '../../api/transport/problem';
import { upload } from '../../api/transport/upload';

export const STAFF_TICKETS = '/api/support/ticket';

/** The `Authorization` header of the staff member who is logged in. */
export type StaffAuthorization = () => string;

async function ask<T>(
  authorization: string,
  path: string,
  body?: unknown,
  signal = AbortSignal.timeout(ANSWER_WAIT_MS_MAX),
): Promise<Answer<T>> {
  const headers: Record<string, string> = {
    'X-Requested-With': 'wallet-web',
    Authorization: authorization,
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const response = await fetch(
      path,
      body === undefined
        ? { headers, signal }
        : { method: 'POST', headers, body: JSON.stringify(body), signal },
    );
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return { data: answer as T };
    return { error: problemOf(response.status, answer, response.headers.get('Retry-After')) };
  } catch (error) {
    return { error: noAnswer(error instanceof DOMException && error.name === 'TimeoutError') };
  }
}

/** A picture or a video that staff send. */
export function uploadStaffFile(
  authorization: string,
  file: File,
  kind: 'image' | 'video',
  onProgress?: (share: number) => void,
): Promise<Answer<UploadedFile>> {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload<UploadedFile>({
    url: `/api/support/upload-${kind}`,
    form,
    authorization,
    onProgress,
  }) as Promise<Answer<UploadedFile>>;
}

/** Fetches a file. A message names its file by the visitors' address; staff use another one. */
export function fetchStaffFile(authorization: string, path: string): Promise<Answer<Blob>> {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return fetchChatFile(authorization, `/api/support/files/${id}`);
}

interface MessageList {
  messages: ChatRecord[];
  readByAgent: string;
  readByCustomer: string;
}

export function createStaffClient(id: string, authorization: StaffAuthorization): ChatClient {
  const base = `/api/support/conversations/${encodeURIComponent(id)}`;
  return {
    async history({ limit, before, after }): Promise<Answer<HistoryPage>> {
      const range = new URLSearchParams({ limit: String(limit) });
      if (before !== undefined) range.set('before', String(before));
      if (after !== undefined) range.set('after', String(after));
      const answer = await ask<MessageList>(authorization(), `${base}/messages?${range}`);
      if (answer.error) return { error: answer.error };
      const { messages, readByAgent, readByCustomer } = answer.data;
      return {
        data: {
          records: messages,
          readByAgent: Number(readByAgent),
          readByCustomer: Number(readByCustomer),
        },
      };
    },
    send: (message, clientId) =>
      ask<SentMessage>(authorization(), `${base}/messages`, { message, clientId }),
    markRead: (sequence) => ask(authorization(), `${base}/read`, { sequence: String(sequence) }),
    upload: (file, kind, onProgress) => uploadStaffFile(authorization(), file, kind, onProgress),
  };
}

type Frame = Parameters<NonNullable<LineListener['onFrame']>>[0];

/** Whether a frame of the staff's socket, which reports all conversations, is about this one. */
export function isAbout({ data }: Frame, conversation: string): boolean {
  return !data?.conversation || data.conversation === conversation;
}

/** Presence without the staff member who is looking. */
export function withoutSelf(frame: Frame, staffId: string): Frame {
  const answering = frame.data?.answering;
  if (frame.event !== 'presence' || !Array.isArray(answering)) return frame;
  const others = answering.filter((who: { id?: unknown } | null) => who?.id !== staffId);
  return { ...frame, data: { ...frame.data, answering: others } };
}

/** The staff's socket as one conversation needs it. */
export function listenTo(
  conversation: string,
  staff: { id: string; authorization: string },
  listener: LineListener,
): Line {
  const onFrame = (frame: Frame) => {
    if (!isAbout(frame, conversation)) return;
    // The socket carries texts only while the conversation is open on it. Earlier texts, and those
    // for staff who only read, come from a reading, which leaves an audit entry like any other.
    if (frame.event === 'inbox') listener.onJoined?.(true);
    else listener.onFrame?.(withoutSelf(frame, staff.id));
  };
  const line = listenOn(staff.authorization, { ...listener, onFrame }, STAFF_TICKETS);
  return {
    leave: line.leave,
    send: (event, data = {}) => line.send(event, { ...(data as object), conversation }),
  };
}
