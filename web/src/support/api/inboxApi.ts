/** The inbox: conversations, who looks after them, and prepared answers. */
import type { ChatRecord, OutgoingMessage } from '../../api/chatApi';
import { supportApi } from './supportApi';
import type { PlayerLine, StaffRole } from './types';

export interface StaffName {
  id: string;
  name: string;
}

export interface ConversationView {
  id: string;
  who: { kind: 'member' | 'guest'; id: string; name: string; username: string | null };
  /** The visitor's messages that staff have not read. */
  unread: number;
  waitingSince: string | null;
  lastMessage: ChatRecord | null;
  lastSequence: string;
  readByAgent: string;
  readByCustomer: string;
  isEnded: boolean;
  assignedTo: StaffName | null;
  /** Who has it open. */
  answering: StaffName[];
}

export const INBOX_FILTERS = ['waiting', 'mine', 'all'] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

interface ConversationList {
  conversations: ConversationView[];
  nextCursor: string | null;
  counts: { waiting: number; mine: number };
}

export interface Colleague extends StaffName {
  role: StaffRole;
  /** A session of theirs is open. */
  isHere: boolean;
  conversations: number;
}

export interface PreparedReply {
  id: string;
  title: string;
  shortcut: string;
  message: OutgoingMessage;
  changedBy: string;
  changedAt: string;
}

export type ReplyDraft = Pick<PreparedReply, 'title' | 'shortcut' | 'message'>;

interface FilledReply {
  message: OutgoingMessage;
  /** Variables that this visitor has no value for. */
  missing: string[];
}

export interface ConversationSide {
  player: string | null;
  wallet: {
    currency: string;
    main: string;
    inTransit: string;
    pendingWithdrawal: string;
    total: string;
    coins: string;
    games: { code: string; amount: string }[];
  } | null;
  lines: PlayerLine[];
}

const of = (id: string, part = '') => `api/support/conversations/${encodeURIComponent(id)}${part}`;
const reply = (id = '') => `api/support/replies${id && `/${encodeURIComponent(id)}`}`;

const inboxApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listConversations: build.infiniteQuery<ConversationList, InboxFilter, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: filter, pageParam: cursor }) => ({
        url: 'api/support/conversations',
        params: cursor ? { filter, cursor } : { filter },
      }),
      providesTags: ['Conversation'],
    }),
    getConversation: build.query<ConversationView, string>({
      query: (id) => of(id),
      providesTags: ['Conversation'],
    }),
    takeConversation: build.mutation<ConversationView, { id: string; from?: string }>({
      query: ({ id, from }) => ({ url: of(id, '/take'), method: 'POST', body: { from } }),
      invalidatesTags: ['Conversation'],
    }),
    handOver: build.mutation<ConversationView, { id: string; to: string }>({
      query: ({ id, to }) => ({ url: of(id, '/hand-over'), method: 'POST', body: { to } }),
      invalidatesTags: ['Conversation'],
    }),
    endConversation: build.mutation<ConversationView, { id: string; sequence: string }>({
      query: ({ id, sequence }) => ({ url: of(id, '/end'), method: 'POST', body: { sequence } }),
      invalidatesTags: ['Conversation'],
    }),
    eraseText: build.mutation<{ erased: number }, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: of(id, '/text'), method: 'DELETE', body: { reason } }),
      invalidatesTags: ['Conversation'],
    }),
    listColleagues: build.query<{ colleagues: Colleague[] }, void>({
      query: () => 'api/support/colleagues',
      keepUnusedDataFor: 0,
    }),
    getSide: build.query<ConversationSide, string>({
      query: (id) => of(id, '/side'),
      keepUnusedDataFor: 60,
    }),
    listReplies: build.query<{ replies: PreparedReply[] }, void>({
      query: () => reply(),
      providesTags: ['Reply'],
    }),
    saveReply: build.mutation<PreparedReply, { id: string | null; draft: ReplyDraft }>({
      query: ({ id, draft }) => ({
        url: reply(id ?? ''),
        method: id ? 'PUT' : 'POST',
        body: draft,
      }),
      invalidatesTags: ['Reply'],
    }),
    removeReply: build.mutation<unknown, string>({
      query: (id) => ({ url: reply(id), method: 'DELETE' }),
      invalidatesTags: ['Reply'],
    }),
    fillReply: build.mutation<FilledReply, { id: string; reply: string }>({
      query: ({ id, reply: which }) => of(id, `/replies/${encodeURIComponent(which)}`),
    }),
  }),
});

export const {
  useListConversationsInfiniteQuery,
  useGetConversationQuery,
  useTakeConversationMutation,
  useHandOverMutation,
  useEndConversationMutation,
  useEraseTextMutation,
  useListColleaguesQuery,
  useGetSideQuery,
  useListRepliesQuery,
  useSaveReplyMutation,
  useRemoveReplyMutation,
  useFillReplyMutation,
} = inboxApi;
