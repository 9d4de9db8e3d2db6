/** Messages on their way. Each is sent under one id, so a repeat is the same message. */
import type { ChatClient, ChatRecord } from '../api/chatApi';
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
  const { client } = options;
  const queue = createQueue();
  /** Files wait for each other as well, but no text waits for them. */
  let uploads: Promise<unknown> = Promise.resolve();

  const itemOf = (key: string) => store.getState().outgoing.find((item) => item.key === key);
  const change = (key: string, to: Partial<Outgoing> | null) =>
    store.update((state) => afterSending(state, key, to));
  const fail = (key: string, problem: Problem) => {
    change(key, { delivery: 'failed', problem: problem.code });
    if (problem.status === 401) options.onRefused(problem);
  };

  const upload = async (key: string) => {
    const item = itemOf(key);
    if (!item?.file || !item.kind || store.isClosed()) return;
    const answer = await client.upload(item.file, item.kind, (share) => change(key, { share }));
    if (answer.error) return fail(key, answer.error);
    const { path, fileType, name } = answer.data;
    const payload = { message: '', url: true, filePath: path, fileType, name };
    const message = { message_type: 'media', payload };
    // Kept, so that another try does not send the file again.
    change(key, { message, content: readContent(message), delivery: 'sending' });
    queue.push(0, () => deliver(key));
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
    // One that was sent long ago is further back than what is loaded.
    if (Number(sent.sequence) < firstSequence(store.getState().records)) change(key, null);
  };

  const enqueue = ({ key, message }: Outgoing, delay: number) => {
    if (message) queue.push(delay, () => deliver(key));
    else uploads = uploads.then(() => upload(key));
  };

  return {
    add(content: Pick<Outgoing, 'message' | 'file' | 'kind'>, delay = 0, clientId = randomHex()) {
      const { side: sender } = store.getState();
      const item: Outgoing = {
        ...content,
        clientId,
        key: keyOf(sender, clientId),
        sequence: null,
        sender,
        name: null,
        sessionId: null,
        createdAt: new Date().toISOString(),
        content: readContent(content.message),
        isErased: false,
        delivery: content.file ? 'uploading_file' : 'sending',
        share: 0,
        problem: null,
      };
      store.update((state) => afterWriting(state, item));
      enqueue(item, delay);
    },
    retry(key: string) {
      const item = itemOf(key);
      if (item?.delivery !== 'failed') return;
      const delivery = item.message ? 'sending' : 'uploading_file';
      change(key, { delivery, share: 0, problem: null });
      enqueue(item, 0);
    },
    close: queue.close,
  };
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
