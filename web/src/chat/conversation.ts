/**
 * A visitor's conversation while the page is open: its history, and the line that pushes new
 * messages. It knows nothing of React: the screens subscribe.
 */
import type { ChatClient, ChatRecord, HistoryRange, OutgoingMessage } from '../api/chatApi';
import type { Line, LineFrame, LineListener } from '../api/transport/line';
import type { Problem } from '../api/transport/problem';
import {
  afterPage,
  afterReading,
  afterRecord,
  afterRestart,
  type ConversationState,
  type ConversationStore,
  createConversationStore,
  OWN_SIDE,
  type Side,
} from './conversationState';
import { firstSequence, isAdjacent, lastSequence } from './historyWindow';
import { createOutbox } from './outbox';

export const PAGE_SIZE = 10;
const CATCH_UP_PAGE = 50;
export const SEND_DELAY_MS = 500;
export const READ_DELAY_MS = 1_000;
export const CHECK_MS = 5_000;
const RECONNECTING_AFTER_MS = 2_500;
const TYPING_SHOWN_MS = 5_000;
const TYPING_EVERY_MS = 2_000;

export interface ConversationOptions {
  client: ChatClient;
  listen: (listener: LineListener) => Line;
  /** The credential is refused. */
  onRefused: (problem: Problem) => void;
  /** The first message has arrived at the server. */
  onSent?: () => void;
  /** Which side writes here: the visitor's by default. */
  side?: Side;
}

export type Conversation = ReturnType<typeof createConversation>;

export function createConversation({ side = OWN_SIDE, ...options }: ConversationOptions) {
  const { client, onSent, onRefused } = options;
  const store = createConversationStore(side);
  const fail = (problem: Problem) => {
    if (store.isClosed()) return;
    if (problem.status === 401) onRefused(problem);
    store.update((state) => afterRestart(state, problem));
  };
  const history = createHistory(store, client, fail);
  const outbox = createOutbox(store, { client, take: history.take, onSent, onRefused });
  const reading = createReading(store, client);
  const feed = createFeed(store, history, (listener) =>
    options.listen({ ...listener, onRefused: fail }),
  );
  // Without a socket, a watched conversation polls.
  const check = setInterval(() => {
    const isReady = store.getState().phase === 'ready';
    if (isReady && reading.isWatched() && !feed.isJoined()) void history.catchUp();
  }, CHECK_MS);

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Loads the newest messages and opens the line. */
    start() {
      feed.open();
      void history.catchUp();
    },
    /** Reads everything again, for the reload button. */
    async reload() {
      store.update((state) => afterRestart(state, null));
      feed.open();
      await history.reread();
    },
    resync: history.catchUp,
    loadOlder: history.loadOlder,
    sendText(text: string, payload?: string) {
      const said = payload === undefined ? { message: text } : { message: text, payload };
      outbox.send({ message_type: 'text', payload: said }, SEND_DELAY_MS);
    },
    sendPostback: (title: string, payload: string) =>
      outbox.send({ message_type: 'postback', payload: { title, payload, message: title } }),
    /** Any other message, which is complete as it is. */
    sendMessage: (message: OutgoingMessage) => outbox.send(message),
    /** A message that is sent once, however often this is called: the server knows its id, too. */
    sendOnce: (clientId: string, message: OutgoingMessage) => outbox.send(message, 0, clientId),
    sendFile: outbox.sendFile,
    retry: outbox.retry,
    noteTyping: feed.noteTyping,
    setWatched: reading.setWatched,
    close() {
      store.close();
      clearInterval(check);
      feed.close();
      reading.close();
      outbox.close();
    },
  };
}

type History = ReturnType<typeof createHistory>;

/** Fetches what is missing here. */
function createHistory(
  store: ConversationStore,
  client: ChatClient,
  onFailed: (problem: Problem) => void,
) {
  let sync: Promise<void> | null = null;
  let isSyncWanted = false;
  /** Counts rereadings, so that answers to earlier requests are ignored. */
  let turn = 0;

  const ask = async (range: HistoryRange, isFresh = false) => {
    const asked = turn;
    const { data: page, error } = await client.history(range);
    if (store.isClosed() || asked !== turn) return;
    if (error) onFailed(error);
    else store.update((state) => afterPage(state, page, isFresh));
  };

  /**
   * Asks for messages after the last one here. Only one request runs at a time. A call during it
   * repeats the request, because the answer on its way may be older than the call.
   */
  const catchUp = (): Promise<void> => {
    isSyncWanted = true;
    sync ??= (async () => {
      while (isSyncWanted && !store.isClosed()) {
        isSyncWanted = false;
        const after = lastSequence(store.getState().records);
        await ask(after > 0 ? { limit: CATCH_UP_PAGE, after } : { limit: PAGE_SIZE });
      }
      sync = null;
    })();
    return sync;
  };

  return {
    catchUp,
    /** Takes a pushed or sent record, or fetches what is missing before it. */
    async take(record: ChatRecord) {
      if (!isAdjacent(store.getState().records, record)) void catchUp();
      else store.update((state) => afterRecord(state, record));
      await sync;
    },
    /** Reads everything again from the newest page. */
    async reread() {
      turn += 1;
      await ask({ limit: PAGE_SIZE }, true);
      // For messages pushed while the answer was on its way.
      await catchUp();
    },
    async loadOlder() {
      const { isLoadingOlder, hasOlder, records } = store.getState();
      if (isLoadingOlder || !hasOlder) return;
      store.update((state) => ({ ...state, isLoadingOlder: true }));
      await ask({ limit: PAGE_SIZE, before: firstSequence(records) });
      store.update((state) => ({ ...state, isLoadingOlder: false }));
    },
  };
}

/** Marks as read what is visible to somebody. */
function createReading(store: ConversationStore, client: ChatClient) {
  let isWatched = false;
  let wantsRead = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { entries } = store.getState();

  const mark = async () => {
    timer = undefined;
    if (!wantsRead) return;
    const { side, records } = store.getState();
    const upTo = lastSequence(records);
    const answer = await client.markRead(upTo);
    if (!answer.error) store.update((state) => afterReading(state, side, upTo));
  };
  const schedule = () => {
    const { records, readByOwn } = store.getState();
    if (wantsRead && lastSequence(records) > readByOwn) timer ??= setTimeout(mark, READ_DELAY_MS);
  };
  store.subscribe(() => {
    const before = entries;
    ({ entries } = store.getState());
    if (entries !== before) schedule();
  });

  return {
    isWatched: () => isWatched,
    /** Whether the newest message is visible to somebody: then it counts as read. */
    setWatched(watched: boolean, isAtEnd: boolean) {
      isWatched = watched;
      wantsRead = watched && isAtEnd;
      schedule();
    },
    close: () => clearTimeout(timer),
  };
}

/** What the line pushes, and what is sent on it. */
function createFeed(
  store: ConversationStore,
  history: History,
  listen: (listener: LineListener) => Line,
) {
  let line: Line | null = null;
  let isJoined = false;
  let typedAt = 0;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  const show = (change: Partial<ConversationState>) =>
    store.update((state) => ({ ...state, ...change }));

  const onFrame = ({ event, data }: LineFrame) => {
    if (event === 'messaging' && isRecord(data)) void history.take(data);
    else if (event === 'changed' && data?.view === 'chat') void history.reread();
    else if (event === 'typing' && data && data.who !== store.getState().side) {
      show({ typing: typeof data.name === 'string' ? data.name : '' });
      clearTimeout(typingTimer);
      typingTimer = setTimeout(() => show({ typing: null }), TYPING_SHOWN_MS);
    } else if (event === 'presence' && Array.isArray(data?.answering)) {
      const names = data.answering.map((who: { name?: unknown } | null) => who?.name);
      show({ answering: names.filter((name) => typeof name === 'string') });
    } else if (event === 'read') {
      store.update((state) => afterReading(state, data?.side, Number(data?.sequence)));
    }
  };
  const onLost = () => {
    isJoined = false;
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => show({ isReconnecting: true }), RECONNECTING_AFTER_MS);
  };
  const onJoined = () => {
    isJoined = true;
    clearTimeout(lostTimer);
    show({ isReconnecting: false });
    void history.catchUp();
  };

  return {
    isJoined: () => isJoined,
    open() {
      line?.leave();
      onLost();
      line = listen({ onFrame, onJoined, onLost });
    },
    noteTyping() {
      if (Date.now() - typedAt < TYPING_EVERY_MS) return;
      typedAt = Date.now();
      line?.send('typing');
    },
    close() {
      line?.leave();
      clearTimeout(lostTimer);
      clearTimeout(typingTimer);
    },
  };
}

const isRecord = (data: unknown): data is ChatRecord => {
  const record = data as Partial<ChatRecord> | null;
  return typeof record?._id === 'string' && Number(record.sequence) > 0;
};
