/** The inbox: conversations, their holders, and prepared answers. */

import type { ChatRecord, OutgoingMessage } from '../../api/chatApi';
import type { Locale } from '../../client/preferences';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow } from './types';

export type ConversationView = Narrow<
  wire.ConversationView,
  {
    who: Narrow<wire.Who, { kind: 'member' | 'guest' }>;
    lastMessage: ChatRecord | null;
  }
>;

/** A member of staff to whom something may be handed over. */
export type Colleague = wire.Colleague;

export const INBOX_FILTERS = ['waiting', 'mine', 'all'] as const;
export type InboxFilter = NonNullable<wire.ListConversationsApiArg['filter']>;
type ConversationList = Narrow<wire.ConversationList, { conversations: ConversationView[] }>;

export type FoundConversation = Narrow<
  wire.FoundConversation,
  { conversation: ConversationView; matched: 'person' | 'message'; message: ChatRecord | null }
>;
type FoundConversations = Narrow<wire.FoundConversations, { found: FoundConversation[] }>;

export type PreparedReply = Narrow<
  wire.ReplyView,
  { message: OutgoingMessage; translations: Partial<Record<Locale, OutgoingMessage>> }
>;
type ReplyDraft = Pick<PreparedReply, 'title' | 'shortcut' | 'message' | 'translations'>;

interface ReplyCall {
  id: string;
  reply: string;
  language: Locale;
}
type FilledReply = Narrow<wire.FilledReply, { message: OutgoingMessage }>;

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
    // Without a tag: each search is recorded and counted, so a live notice must not repeat one.
    searchConversations: build.infiniteQuery<FoundConversations, string, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: q, pageParam: cursor }) => ({
        url: 'api/support/conversations/search',
        params: cursor ? { q, cursor } : { q },
      }),
    }),
    getConversation: build.query<ConversationView, string>({
      query: (id) => of(id),
      providesTags: ['Conversation'],
    }),
    takeConversation: build.mutation<ConversationView, { id: string; from?: string }>({
      query: ({ id, from }) => ({ url: of(id, '/take'), method: 'POST', body: { from } }),
      invalidatesTags: ['Conversation', 'Waiting'],
    }),
    handOver: build.mutation<ConversationView, { id: string; to: string }>({
      query: ({ id, to }) => ({ url: of(id, '/hand-over'), method: 'POST', body: { to } }),
      invalidatesTags: ['Conversation', 'Waiting'],
    }),
    endConversation: build.mutation<ConversationView, { id: string; sequence: string }>({
      query: ({ id, sequence }) => ({ url: of(id, '/end'), method: 'POST', body: { sequence } }),
      invalidatesTags: ['Conversation', 'Waiting'],
    }),
    eraseText: build.mutation<wire.Erased, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: of(id, '/text'), method: 'DELETE', body: { reason } }),
      invalidatesTags: ['Conversation'],
    }),
    listColleagues: build.query<wire.ColleagueList, void>({
      query: () => 'api/support/colleagues',
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useListConversationsInfiniteQuery,
  useSearchConversationsInfiniteQuery,
  useGetConversationQuery,
  useTakeConversationMutation,
  useHandOverMutation,
  useEndConversationMutation,
  useEraseTextMutation,
  useListColleaguesQuery,
} = inboxApi;

const replyApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
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
    fillReply: build.mutation<FilledReply, ReplyCall>({
      query: ({ id, reply: which, language }) => ({
        url: of(id, `/replies/${encodeURIComponent(which)}`),
        params: { language },
      }),
    }),
  }),
});

export const {
  useListRepliesQuery,
  useSaveReplyMutation,
  useRemoveReplyMutation,
  useFillReplyMutation,
} = replyApi;
