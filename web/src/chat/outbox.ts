/** Messages on their way. Each is sent under one id, so a repeat is the same message. */
import type { ChatClient, ChatRecord, OutgoingMessage, UploadedFile } from '../api/chatApi';
import type { Problem } from '../api/transport/problem';
import { randomHex } from '../client/randomHex';
import { readContent } from './content';
import {
  afterSending,
  afterWriting,
  type ConversationStore,
  type Outgoing,
} from './conversationState';
import { keyOf } from './entries';
import { firstSequence } from './historyWindow';
import type { UploadKind } from './uploadRules';

/** The server has a message of this id with other words: the same one, in another language. */
const SENT_BEFORE = 'IDEMPOTENCY_MISMATCH';

interface OutboxOptions {
  client: ChatClient;
  /** Shows a record that the server has now. */
  take: (record: ChatRecord) => Promise<void>;
  onSent: (() => void) | undefined;
  onRefused: (problem: Problem) => void;
}

export function createOutbox(store: ConversationStore, options: OutboxOptions) {
  const { itemOf, change, upload, deliver } = createCarrier(store, options);
  const queue = createQueue();
  /** Files wait for each other as well, but no text waits for them. */
  let uploads: Promise<unknown> = Promise.resolve();

  const enqueue = ({ key, message }: Outgoing, delay = 0) => {
    const task = () => deliver(key);
    if (message) queue.push(delay, task);
    else uploads = uploads.then(async () => (await upload(key)) && queue.push(0, task));
  };
  const add = (item: Outgoing, delay?: number) => {
    const { entries } = store.getState();
    if (entries.some(({ key }) => key === item.key)) return;
    store.update((state) => afterWriting(state, item));
    enqueue(item, delay);
  };

  return {
    send(message: OutgoingMessage, delay?: number, clientId?: string) {
      add({ ...written(store.getState().side, clientId), ...contentOf(message) }, delay);
    },
    sendFile(file: File, kind: UploadKind) {
      add({ ...written(store.getState().side), file, kind, delivery: 'uploading_file' });
    },
    retry(key: string) {
      const item = itemOf(key);
      if (item?.delivery !== 'failed') return;
      const delivery = item.message ? 'sending' : 'uploading_file';
      change(key, { delivery, share: 0, problem: null });
      enqueue(item);
    },
    close: queue.close,
  };
}

/** Carries single messages to the server, in two steps where there is a file. */
function createCarrier(store: ConversationStore, options: OutboxOptions) {
  const { client } = options;
  const itemOf = (key: string) => store.getState().outgoing.find((item) => item.key === key);
  const change = (key: string, to: Partial<Outgoing> | null) =>
    store.update((state) => afterSending(state, key, to));
  const fail = (key: string, problem: Problem) => {
    change(key, { delivery: 'failed', problem: problem.code });
    if (problem.status === 401) options.onRefused(problem);
  };

  /** Resolves to whether the server has the file. */
  const upload = async (key: string): Promise<boolean> => {
    const item = itemOf(key);
    if (!item?.file || !item.kind || store.isClosed()) return false;
    const answer = await client.upload(item.file, item.kind, (share) => change(key, { share }));
    if (answer.error) fail(key, answer.error);
    // Kept, so that another try does not send the file again.
    else change(key, { ...contentOf(messageOf(answer.data)), delivery: 'sending' });
    return !answer.error;
  };

  const deliver = async (key: string) => {
    const item = itemOf(key);
    if (!item?.message || store.isClosed()) return;
    const { clientId, sender, message } = item;
    const answer = await client.send(message, clientId);
    if (store.isClosed()) return;
    if (answer.error?.code === SENT_BEFORE) return change(key, null);
    if (answer.error) return fail(key, answer.error);
    options.onSent?.();
    const sent = { ...answer.data, clientId, sender, message, name: null, isErased: false };
    await options.take(sent);
    // A message of long ago lies before the loaded part of the history.
    if (Number(sent.sequence) < firstSequence(store.getState().records)) change(key, null);
  };
  return { itemOf, change, upload, deliver };
}

/** Does one task after another. The page may close before a delay is over: then none waits. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let isLeaving = false;
  let hurry: () => void = () => undefined;
  const onPageHide = () => {
    isLeaving = true;
    hurry();
  };
  const onPageShow = () => {
    isLeaving = false;
  };
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);
  return {
    /** The task is done `delay` after now, and after all earlier ones. */
    push(delay: number, task: () => Promise<void>) {
      const due = Date.now() + delay;
      last = last.then(async () => {
        const wait = isLeaving ? 0 : due - Date.now();
        if (wait > 0) {
          await new Promise<void>((resolve) => {
            hurry = resolve;
            setTimeout(resolve, wait);
          });
        }
        await task();
      });
    },
    close() {
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
    },
  };
}

/** A message of this moment, without anything said. */
function written(sender: string, clientId = randomHex()): Outgoing {
  return {
    clientId,
    key: keyOf(sender, clientId),
    sequence: null,
    sender,
    name: null,
    sessionId: null,
    createdAt: new Date().toISOString(),
    message: null,
    content: readContent(null),
    kind: null,
    isErased: false,
    delivery: 'sending',
    share: 0,
    problem: null,
  };
}

const contentOf = (message: OutgoingMessage) => ({ message, content: readContent(message) });

function messageOf({ path, fileType, name }: UploadedFile): OutgoingMessage {
  const payload = { message: '', url: true, filePath: path, fileType, name };
  return { message_type: 'media', payload };
}
