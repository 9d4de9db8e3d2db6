/**
 * A visitor's conversation while the page is open: what is loaded, what is being sent, and the line
 * that pushes new messages. It knows nothing of React: the screens subscribe.
 */
import type {
  ChatClient,
  ChatRecord,
  HistoryPage,
  HistoryRange,
  OutgoingMessage,
  SentMessage,
} from '../api/chatApi';
import type { Line, LineFrame, LineListener } from '../api/transport/line';
import type { Problem } from '../api/transport/problem';
import { randomHex } from '../client/randomHex';
import { readContent } from './content';
import { type ChatEntry, type Delivery, entryOf, keyOf } from './entries';
import { countUnread, firstSequence, isAdjacent, lastSequence, merged } from './historyWindow';
import type { UploadKind } from './uploadRules';

export const OWN_SIDE = 'customer';
export const PAGE_SIZE = 10;
const CATCH_UP_PAGE = 50;
export const SEND_DELAY_MS = 500;
export const READ_DELAY_MS = 1_000;
export const CHECK_MS = 5_000;
const RECONNECTING_AFTER_MS = 2_500;
const TYPING_SHOWN_MS = 5_000;
const TYPING_EVERY_MS = 2_000;
/** The server has a message of this id with other words: the same one, in another language. */
const SENT_BEFORE = 'IDEMPOTENCY_MISMATCH';

/** A message that is not in the history yet. */
interface Outgoing {
  clientId: string;
  message: OutgoingMessage | null;
  file: File | null;
  kind: UploadKind | null;
  createdAt: string;
  delivery: Delivery;
  share: number;
  problem: string | null;
}

export interface ConversationState {
  phase: 'starting' | 'ready' | 'failed';
  /** Why it could not be started. */
  problem: Problem | null;
  entries: ChatEntry[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Messages of support that were not read. */
  unread: number;
  /** How far the other side has read. */
  readByOther: number;
  /** The staff member who is writing now. */
  typing: string | null;
  /** The staff members who have the conversation open. */
  answering: string[];
  isReconnecting: boolean;
}

export interface ConversationOptions {
  client: ChatClient;
  listen: (listener: LineListener) => Line;
  /** The credential is refused. */
  onRefused: (problem: Problem) => void;
  /** The first message has arrived at the server. */
  onSent?: () => void;
  /** Which side writes here: the visitor's by default. */
  side?: 'customer' | 'agent';
}

const EMPTY: ConversationState = {
  phase: 'starting',
  problem: null,
  entries: [],
  hasOlder: false,
  isLoadingOlder: false,
  unread: 0,
  readByOther: 0,
  typing: null,
  answering: [],
  isReconnecting: false,
};

const isRecord = (data: unknown): data is ChatRecord => {
  const record = data as Partial<ChatRecord> | null;
  return typeof record?._id === 'string' && Number(record.sequence) > 0;
};

export function createConversation(options: ConversationOptions) {
  const { client } = options;
  const own = options.side ?? OWN_SIDE;
  const isAgent = own === 'agent';
  const listeners = new Set<() => void>();
  let state = EMPTY;
  let records: ChatRecord[] = [];
  let outgoing: Outgoing[] = [];
  let readByOwn = 0;
  let line: Line | null = null;
  let isJoined = false;
  let isClosed = false;
  let isWatched = false;
  let wantsRead = false;
  /** Messages are sent one after another, in the order in which they were written. */
  let queue: Promise<unknown> = Promise.resolve();
  /** Files as well, but no text waits for them. */
  let uploads: Promise<unknown> = Promise.resolve();
  /** Own files, which are shown without fetching them. */
  const files = new Map<string, File>();
  let sync: Promise<void> | null = null;
  let isSyncWanted = false;
  let typedAt = 0;
  /** Counts restarts, so that answers to earlier requests are ignored. */
  let turn = 0;
  const timers: Record<string, ReturnType<typeof setTimeout> | undefined> = {};

  const later = (name: string, delay: number, work: () => void) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(() => {
      timers[name] = undefined;
      work();
    }, delay);
  };
  const never = (name: string) => {
    clearTimeout(timers[name]);
    timers[name] = undefined;
  };

  const show = (change: Partial<ConversationState>) => {
    if (isClosed) return;
    state = { ...state, ...change };
    for (const notify of listeners) notify();
  };

  /** Removes arrived messages from those being sent. */
  const showMessages = (change: Partial<ConversationState> = {}) => {
    const written = records.filter((record) => record.sender === own);
    const arrived = new Set(written.map((record) => record.clientId));
    outgoing = outgoing.filter((item) => !arrived.has(item.clientId));
    const sent = records.map(entryOf).map((entry) => {
      const file = files.get(entry.key);
      return file ? { ...entry, file } : entry;
    });
    show({
      entries: [...sent, ...outgoing.map((item) => entryOfOutgoing(item, own))],
      hasOlder: firstSequence(records) > 1,
      unread: countUnread(records, readByOwn, own),
      ...change,
    });
    if (wantsRead) scheduleRead();
  };

  const fail = (problem: Problem) => {
    if (isClosed) return;
    if (problem.status === 401) options.onRefused(problem);
    if (state.phase !== 'ready') show({ phase: 'failed', problem });
  };

  const takePage = (page: HistoryPage, isFresh: boolean) => {
    const { records: joined } = merged(isFresh ? [] : records, page.records);
    records = joined;
    readByOwn = Math.max(isFresh ? 0 : readByOwn, isAgent ? page.readByAgent : page.readByCustomer);
    const reported = isAgent ? page.readByCustomer : page.readByAgent;
    const readByOther = Math.max(isFresh ? 0 : state.readByOther, reported);
    showMessages({ phase: 'ready', problem: null, readByOther });
  };

  const askHistory = async (range: HistoryRange, isFresh: boolean) => {
    const asked = turn;
    const answer = await client.history(range);
    if (isClosed || asked !== turn) return;
    if (answer.error) fail(answer.error);
    else takePage(answer.data, isFresh);
  };

  const askForNewer = async () => {
    const after = lastSequence(records);
    const range = after > 0 ? { limit: CATCH_UP_PAGE, after } : { limit: PAGE_SIZE };
    await askHistory(range, false);
  };

  /**
   * Asks for messages after the last one here. Only one request runs at a time. A call during it
   * repeats the request, because the answer on its way may be older than the call.
   */
  const catchUp = (): Promise<void> => {
    if (sync) {
      isSyncWanted = true;
      return sync;
    }
    sync = (async () => {
      do {
        isSyncWanted = false;
        await askForNewer();
      } while (isSyncWanted && !isClosed);
      sync = null;
    })();
    return sync;
  };

  /** Reads the history again from the start: numbers may have changed, texts may be erased. */
  const reread = async () => {
    turn += 1;
    await askHistory({ limit: PAGE_SIZE }, true);
    // For messages pushed while the answer was on its way.
    await catchUp();
  };

  const scheduleRead = () => {
    const last = lastSequence(records);
    if (last <= readByOwn || timers.read) return;
    later('read', READ_DELAY_MS, async () => {
      if (!wantsRead || !isWatched) return;
      const upTo = lastSequence(records);
      const answer = await client.markRead(upTo);
      if (answer.error || isClosed) return;
      readByOwn = Math.max(readByOwn, upTo);
      showMessages();
    });
  };

  const take = (record: ChatRecord) => {
    if (!isAdjacent(records, record)) {
      void catchUp();
      return;
    }
    records = merged(records, [record]).records;
    if (record.sender !== own) never('typing');
    showMessages(record.sender === own ? {} : { typing: null });
  };

  const onFrame = ({ event, data }: LineFrame) => {
    if (event === 'messaging' && isRecord(data)) take(data);
    else if (event === 'changed' && data?.view === 'chat') void reread();
    else if (event === 'typing' && data && data.who !== own) {
      show({ typing: typeof data.name === 'string' ? data.name : '' });
      later('typing', TYPING_SHOWN_MS, () => show({ typing: null }));
    } else if (event === 'presence' && Array.isArray(data?.answering)) {
      const names = data.answering.map((who: { name?: unknown } | null) => who?.name);
      show({ answering: names.filter((name) => typeof name === 'string') });
    } else if (event === 'read') noteRead(data?.side, Number(data?.sequence));
  };

  const noteRead = (side: unknown, sequence: number) => {
    if (!(sequence > 0)) return;
    if (side !== own) show({ readByOther: Math.max(state.readByOther, sequence) });
    else {
      readByOwn = Math.max(readByOwn, sequence);
      showMessages();
    }
  };

  const awaitLine = () =>
    later('line', RECONNECTING_AFTER_MS, () => show({ isReconnecting: true }));

  const openLine = () => {
    awaitLine();
    line = options.listen({
      onFrame,
      onJoined: () => {
        isJoined = true;
        never('line');
        show({ isReconnecting: false });
        void catchUp();
      },
      onLost: () => {
        isJoined = false;
        awaitLine();
      },
      onRefused: fail,
    });
  };

  // Without a socket, a watched conversation polls.
  const check = setInterval(() => {
    if (!isJoined && isWatched && state.phase === 'ready') void catchUp();
  }, CHECK_MS);

  const change = (clientId: string, next: Partial<Outgoing>) => {
    outgoing = outgoing.map((item) => (item.clientId === clientId ? { ...item, ...next } : item));
    showMessages();
  };

  const forget = (clientId: string) => {
    outgoing = outgoing.filter((item) => item.clientId !== clientId);
    showMessages();
  };

  const failOutgoing = (clientId: string, problem: Problem) => {
    change(clientId, { delivery: 'failed', problem: problem.code });
    if (problem.status === 401) options.onRefused(problem);
  };

  /** Resolves to whether the server has the file. */
  const uploadFirst = async (item: Outgoing): Promise<boolean> => {
    if (!item.file || !item.kind) return false;
    const answer = await client.upload(item.file, item.kind, (share) => {
      change(item.clientId, { share });
    });
    if (answer.error) {
      failOutgoing(item.clientId, answer.error);
      return false;
    }
    const { path, fileType, name } = answer.data;
    const payload = { message: '', url: true, filePath: path, fileType, name };
    const message = { message_type: 'media', payload };
    // Kept, so that another try does not send the file again.
    change(item.clientId, { message, delivery: 'sending' });
    return true;
  };

  const deliver = async (clientId: string) => {
    const item = outgoing.find((each) => each.clientId === clientId);
    if (!item?.message || isClosed) return;
    const answer = await client.send(item.message, clientId);
    if (isClosed) return;
    if (answer.error?.code === SENT_BEFORE) return forget(clientId);
    if (answer.error) return failOutgoing(clientId, answer.error);
    options.onSent?.();
    take(recordOf(answer.data, item.message, { clientId, sender: own }));
    // One that was sent long ago is further back than what is loaded.
    await sync;
    if (Number(answer.data.sequence) < firstSequence(records)) forget(clientId);
  };

  /** Sends a message `delay` after it was written, after all earlier ones. */
  const enqueue = (clientId: string, delay: number) => {
    const due = Date.now() + delay;
    queue = queue.then(async () => {
      const wait = isLeaving ? 0 : due - Date.now();
      if (wait > 0) {
        await new Promise<void>((resolve) => {
          hurry = resolve;
          setTimeout(resolve, wait);
        });
      }
      await deliver(clientId);
    });
  };

  const enqueueFile = (clientId: string) => {
    uploads = uploads.then(async () => {
      const item = outgoing.find((each) => each.clientId === clientId);
      if (item && !isClosed && (await uploadFirst(item))) enqueue(clientId, 0);
    });
  };
  let isLeaving = false;
  let hurry: () => void = () => undefined;
  /** The page may close before the message has been visible long enough. */
  const onPageHide = () => {
    isLeaving = true;
    hurry();
  };
  const onPageShow = () => {
    isLeaving = false;
  };
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);

  const add = (
    item: Pick<Outgoing, 'message' | 'file' | 'kind'>,
    delay: number,
    clientId = randomHex(),
  ) => {
    outgoing.push({
      ...item,
      clientId,
      createdAt: new Date().toISOString(),
      delivery: item.file ? 'uploading_file' : 'sending',
      share: 0,
      problem: null,
    });
    if (item.file) files.set(keyOf(own, clientId), item.file);
    showMessages();
    if (item.file) enqueueFile(clientId);
    else enqueue(clientId, delay);
  };

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Loads the newest messages and opens the line. */
    start() {
      openLine();
      void catchUp();
    },
    /** Reads everything again, for the reload button. */
    async reload() {
      line?.leave();
      isJoined = false;
      if (state.phase !== 'ready') show({ phase: 'starting', problem: null });
      openLine();
      await reread();
    },
    resync: catchUp,
    async loadOlder() {
      if (state.isLoadingOlder || !state.hasOlder) return;
      show({ isLoadingOlder: true });
      await askHistory({ limit: PAGE_SIZE, before: firstSequence(records) }, false);
      show({ isLoadingOlder: false });
    },
    sendText(text: string, payload?: string) {
      const said = payload === undefined ? { message: text } : { message: text, payload };
      add(
        { message: { message_type: 'text', payload: said }, file: null, kind: null },
        SEND_DELAY_MS,
      );
    },
    sendPostback(title: string, payload: string) {
      const message = { message_type: 'postback', payload: { title, payload, message: title } };
      add({ message, file: null, kind: null }, 0);
    },
    /** Any other message, which is complete as it is. */
    sendMessage(message: OutgoingMessage) {
      add({ message, file: null, kind: null }, 0);
    },
    /** A message that is sent once, however often this is called: the server knows its id, too. */
    sendOnce(clientId: string, message: OutgoingMessage) {
      const isHere = state.entries.some(({ key }) => key === keyOf(own, clientId));
      if (!isHere) add({ message, file: null, kind: null }, 0, clientId);
    },
    sendFile(file: File, kind: UploadKind) {
      add({ message: null, file, kind }, 0);
    },
    retry(key: string) {
      const item = outgoing.find((each) => keyOf(own, each.clientId) === key);
      if (item?.delivery !== 'failed') return;
      const delivery = item.message ? 'sending' : 'uploading_file';
      change(item.clientId, { delivery, share: 0, problem: null });
      if (item.message) enqueue(item.clientId, 0);
      else enqueueFile(item.clientId);
    },
    noteTyping() {
      if (Date.now() - typedAt < TYPING_EVERY_MS) return;
      typedAt = Date.now();
      line?.send('typing');
    },
    /** Whether the newest message is visible to somebody: then it counts as read. */
    setWatched(watched: boolean, isAtEnd: boolean) {
      isWatched = watched;
      wantsRead = watched && isAtEnd;
      if (wantsRead) scheduleRead();
    },
    close() {
      isClosed = true;
      line?.leave();
      clearInterval(check);
      for (const name of Object.keys(timers)) never(name);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
    },
  };
}

export type Conversation = ReturnType<typeof createConversation>;

function entryOfOutgoing(item: Outgoing, sender: string): ChatEntry {
  return {
    key: keyOf(sender, item.clientId),
    sequence: null,
    sender,
    name: null,
    sessionId: null,
    createdAt: item.createdAt,
    content: item.message ? readContent(item.message) : { type: 'unknown' },
    isErased: false,
    delivery: item.delivery,
    share: item.share,
    file: item.file,
    problem: item.problem,
  };
}

function recordOf(
  sent: SentMessage,
  message: OutgoingMessage,
  from: { clientId: string; sender: string },
): ChatRecord {
  return { ...sent, ...from, message, name: null, isErased: false };
}
