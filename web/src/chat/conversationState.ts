/**
 * What a page knows of a conversation, and what it knows after each thing that happens. It asks
 * nobody and waits for nothing.
 */
import type { ChatRecord, HistoryPage, OutgoingMessage } from '../api/chatApi';
import type { Problem } from '../api/transport/problem';
import { type ChatEntry, entryOf } from './entries';
import { countUnread, firstSequence, merged } from './historyWindow';
import type { UploadKind } from './uploadRules';

export const OWN_SIDE = 'customer';
export type Side = typeof OWN_SIDE | 'agent';

/** A message that is not in the history yet. */
export interface Outgoing extends ChatEntry {
  clientId: string;
  /** null until the server has the file. */
  message: OutgoingMessage | null;
  kind: UploadKind | null;
}

export interface ConversationState {
  /** Which side writes here. */
  side: Side;
  phase: 'starting' | 'ready' | 'failed';
  /** Why it could not be started. */
  problem: Problem | null;
  records: ChatRecord[];
  outgoing: Outgoing[];
  /** Own files by their entry's key, which are shown without fetching them. */
  files: ReadonlyMap<string, File>;
  /** The records, and after them what is being sent. */
  entries: ChatEntry[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Messages of the other side that were not read. */
  unread: number;
  readByOwn: number;
  /** How far the other side has read. */
  readByOther: number;
  /** The staff member who is writing now. */
  typing: string | null;
  /** The staff members who have the conversation open. */
  answering: string[];
  isReconnecting: boolean;
}

export const emptyConversation = (side: Side): ConversationState => ({
  side,
  phase: 'starting',
  problem: null,
  records: [],
  outgoing: [],
  files: new Map(),
  entries: [],
  hasOlder: false,
  isLoadingOlder: false,
  unread: 0,
  readByOwn: 0,
  readByOther: 0,
  typing: null,
  answering: [],
  isReconnecting: false,
});

/** Counts and lists again, and removes arrived messages from those being sent. */
function listed(state: ConversationState): ConversationState {
  const { side, records, files } = state;
  const sent = records.map(entryOf).map((entry) => {
    const file = files.get(entry.key);
    return file ? { ...entry, file } : entry;
  });
  const arrived = new Set(sent.map((entry) => entry.key));
  const outgoing = state.outgoing.filter((item) => !arrived.has(item.key));
  return {
    ...state,
    outgoing,
    entries: [...sent, ...outgoing],
    hasOlder: firstSequence(records) > 1,
    unread: countUnread(records, state.readByOwn, side),
  };
}

/** A conversation that runs already stays on the screen. */
export function afterRestart(state: ConversationState, problem: Problem | null): ConversationState {
  if (state.phase === 'ready') return state;
  return { ...state, phase: problem ? 'failed' : 'starting', problem };
}

/** A fresh page replaces what is known: numbers may have changed, texts may be erased. */
export function afterPage(state: ConversationState, page: HistoryPage, isFresh: boolean) {
  const known = isFresh ? emptyConversation(state.side) : state;
  const { readByAgent: agent, readByCustomer: customer } = page;
  const [own, other] = state.side === 'agent' ? [agent, customer] : [customer, agent];
  return listed({
    ...state,
    phase: 'ready',
    problem: null,
    records: merged(known.records, page.records).records,
    readByOwn: Math.max(known.readByOwn, own),
    readByOther: Math.max(known.readByOther, other),
  });
}

/** Of a record that is adjacent to the known ones. */
export function afterRecord(state: ConversationState, record: ChatRecord) {
  const { records } = merged(state.records, [record]);
  const typing = record.sender === state.side ? state.typing : null;
  return listed({ ...state, records, typing });
}

export function afterReading(state: ConversationState, side: unknown, upTo: number) {
  if (!(upTo > 0)) return state;
  if (side !== state.side) return { ...state, readByOther: Math.max(state.readByOther, upTo) };
  return listed({ ...state, readByOwn: Math.max(state.readByOwn, upTo) });
}

export function afterWriting(state: ConversationState, item: Outgoing) {
  const files = item.file ? new Map(state.files).set(item.key, item.file) : state.files;
  return listed({ ...state, files, outgoing: [...state.outgoing, item] });
}

/** `change`: null where the message is not on its way any more. */
export function afterSending(
  state: ConversationState,
  key: string,
  change: Partial<Outgoing> | null,
) {
  const outgoing = state.outgoing.flatMap((item) => {
    if (item.key !== key) return [item];
    return change ? [{ ...item, ...change }] : [];
  });
  return listed({ ...state, outgoing });
}

/** Holds the state while the page is open, and reports each change of it. */
export function createConversationStore(side: Side) {
  const listeners = new Set<() => void>();
  let state = emptyConversation(side);
  let isClosed = false;
  return {
    getState: () => state,
    isClosed: () => isClosed,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    update(next: (state: ConversationState) => ConversationState) {
      if (isClosed) return;
      state = next(state);
      for (const notify of listeners) notify();
    },
    close() {
      isClosed = true;
    },
  };
}

export type ConversationStore = ReturnType<typeof createConversationStore>;
