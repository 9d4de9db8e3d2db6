/** The work that waits for staff, and the decisions about it. */
import type { Present } from '../../api/adapt';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow } from './types';

export const WORK_KINDS = [
  'slips',
  'qr',
  'manual',
  'withdrawals',
  'transfers',
] as const satisfies readonly wire.WorkKind[];
export type WorkKind = wire.WorkKind;

type OfWork<T extends { item: wire.WorkItem }> = Omit<T, 'item'> & { item: WorkItem };

/** A decision about something that waits for a second person. */
export type WaitingDecision = wire.WaitingDecision;
export type WorkItem = Narrow<
  wire.WorkItem,
  { detail: Record<string, unknown>; waiting: WaitingDecision | null }
>;
export type WorkCounts = wire.WorkCounts;
type WorkPage = Narrow<wire.WorkPage, { items: WorkItem[] }>;

export type BankParty = wire.BankParty;
export type WaitingSlip = OfWork<wire.WaitingSlip> & {
  bank: { said: 'CONFIRMED' | 'REFUSED' | 'LATER' | 'UNREACHABLE' | 'UNREAD' };
};
export type WaitingTransfer = OfWork<wire.WaitingTransfer> & {
  provider: { said: 'COMPLETED' | 'RETURNED' | 'NOT_SEEN' | 'CONTRADICTION' | 'UNKNOWN' };
};

export type ReferenceUse = Present<wire.ReferenceUseView>;
export type ApprovalEvidence = Narrow<wire.ApprovalEvidence, { referenceUses: ReferenceUse[] }>;
export type Approval = Narrow<
  wire.Approval,
  {
    decision: { kind?: string } & Record<string, unknown>;
    evidence: ApprovalEvidence | null;
  }
>;
export type ReceivingAccount = wire.ReceivingAccount;
export type PasswordCode = wire.PasswordCodeView;
export type DecisionAnswer = wire.DecisionAnswer & { status: 'SUCCESS' | 'PENDING' };

export interface DecisionCall {
  /** Below `/api/support/`. */
  path: string;
  body: Record<string, unknown>;
  /** The idempotency key: the same key is the same decision. */
  key: string;
}

const workApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listWork: build.infiniteQuery<WorkPage, WorkKind, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: kind, pageParam: cursor }) => ({
        url: 'api/support/work',
        params: cursor ? { kind, cursor } : { kind },
      }),
      providesTags: ['Work'],
    }),
    getWaitingSlip: build.query<WaitingSlip, string>({
      query: (id) => `api/support/work/slips/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    getWaitingTransfer: build.query<WaitingTransfer, string>({
      query: (id) => `api/support/work/transfers/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    listApprovals: build.query<{ approvals: Approval[] }, void>({
      query: () => 'api/support/approvals',
      providesTags: ['Approval'],
    }),
    listReceivingAccounts: build.query<wire.ReceivingAccounts, void>({
      query: () => 'api/support/deposit-accounts',
    }),
    decide: build.mutation<DecisionAnswer, DecisionCall>({
      query: ({ path, body, key }) => ({
        url: `api/support/${path}`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      // Somebody else may have been first: then the lists are out of date as well.
      invalidatesTags: ['Work', 'Approval', 'Waiting'],
    }),
  }),
});

export const {
  useListWorkInfiniteQuery,
  useGetWaitingSlipQuery,
  useGetWaitingTransferQuery,
  useListApprovalsQuery,
  useListReceivingAccountsQuery,
  useDecideMutation,
} = workApi;
