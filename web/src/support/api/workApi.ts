/** The work that waits for staff, and the decisions about it. */
import type { Present } from '../../api/narrowed';
import type { StatementLine } from '../../api/types';
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
/** Who has an item open: a courtesy, others may decide all the same. */
export type WorkClaim = wire.WorkClaim;
export type WorkItem = Narrow<
  wire.WorkItem,
  { detail: Record<string, unknown>; waiting: WaitingDecision | null }
>;
export type WorkCounts = wire.WorkCounts;
type WorkPage = Narrow<wire.WorkPage, { items: WorkItem[] }>;
type SlipsPage = Narrow<wire.SlipsPage, { items: WorkItem[] }>;

/** The slips with these states wait for nobody. */
export const SLIP_STATES = ['REFUSED', 'CREDITED'] as const;
/** Also finds slips that wait for nobody. */
export type SlipFilter =
  | { state: (typeof SLIP_STATES)[number] }
  | { reference: string }
  | { player: string };

export type BankParty = wire.BankParty;
/** How the gateway compares a part of a payment's sender with the registered account. */
export type Likeness = 'SAME' | 'OTHER' | 'UNCLEAR';
export type ReviewedSlip = OfWork<wire.ReviewedSlip> & {
  bank: {
    said: 'CONFIRMED' | 'REFUSED' | 'LATER' | 'UNREACHABLE' | 'UNREAD';
    payment?: { likeness: Record<keyof wire.Likeness, Likeness> } | null;
  };
};
export type WaitingTransfer = OfWork<wire.WaitingTransfer> & {
  provider: { said: 'COMPLETED' | 'RETURNED' | 'NOT_SEEN' | 'CONTRADICTION' | 'UNKNOWN' };
};
export type WaitingQrOrder = OfWork<wire.WaitingQrOrder> & {
  service: { said: 'PAID' | 'OTHER_PAID' | 'UNPAID' | 'UNKNOWN' };
};

/** A payment on one of our accounts that may be an announced deposit. */
export type BankReceipt = Present<wire.BankReceipt>;
type AccountReceipts = Narrow<wire.AccountReceipts, { state: 'READ' | 'UNREACHABLE' }>;
export type AnnouncedDeposit = Narrow<
  wire.AnnouncedDeposit,
  { item: WorkItem; receipts: BankReceipt[]; accounts: AccountReceipts[] }
>;

export type ReferenceUse = Present<wire.ReferenceUseView>;
export type ApprovalEvidence = Narrow<
  wire.ApprovalEvidence,
  { referenceUses: ReferenceUse[]; bankShows: 'SHOWN' | 'NOT_SHOWN' | 'UNREACHABLE' | null }
>;
export type Approval = Narrow<
  wire.Approval,
  {
    decision: { kind?: string } & Record<string, unknown>;
    evidence: ApprovalEvidence | null;
  }
>;
/** An operation of a player that has not ended. */
export type OpenOperation = Narrow<
  wire.OpenOperation,
  { kind: 'slip' | 'qr' | 'gift' | 'manual' | 'withdrawal' | 'transfer' }
>;
/** A player's money when staff decide about it. */
export type Situation = Narrow<
  wire.Situation,
  { open: OpenOperation[]; sameAmount: StatementLine[]; wallet: wire.SideWallet | null }
>;
export type ApprovalBasis = Narrow<
  wire.ApprovalBasis,
  { situation: Situation; seen: wire.SeenWallet | null; whyTwo: wire.SecondPersonReason | null }
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
    listSlips: build.infiniteQuery<SlipsPage, SlipFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: filter, pageParam: cursor }) => ({
        url: 'api/support/work/slips',
        params: cursor ? { ...filter, cursor } : filter,
      }),
      providesTags: ['Work'],
    }),
    getSlip: build.query<ReviewedSlip, { id: string; look?: string | undefined }>({
      query: ({ id, look }) => ({
        url: `api/support/work/slips/${encodeURIComponent(id)}`,
        headers: { 'X-Look': look },
      }),
      keepUnusedDataFor: 0,
    }),
    getWaitingTransfer: build.query<WaitingTransfer, string>({
      query: (id) => `api/support/work/transfers/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    getWaitingQrOrder: build.query<WaitingQrOrder, string>({
      query: (id) => `api/support/work/qr/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    getAnnouncedDeposit: build.query<AnnouncedDeposit, string>({
      query: (id) => `api/support/work/manual/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
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
      invalidatesTags: ['Work', 'Approval', 'Difference', 'Waiting', 'Player'],
    }),
  }),
});

export const {
  useListWorkInfiniteQuery,
  useListSlipsInfiniteQuery,
  useGetSlipQuery,
  useGetWaitingTransferQuery,
  useGetWaitingQrOrderQuery,
  useGetAnnouncedDepositQuery,
  useListReceivingAccountsQuery,
  useDecideMutation,
} = workApi;

/** What two people decide, and what they decide it by. */
const approvalApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listApprovals: build.query<{ approvals: Approval[] }, void>({
      query: () => 'api/support/approvals',
      providesTags: ['Approval'],
    }),
    getApproval: build.query<ApprovalBasis, string>({
      query: (id) => `api/support/approvals/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    previewCorrection: build.query<Situation, { id: string; amount: string }>({
      query: ({ id, amount }) => ({
        url: `api/support/players/${encodeURIComponent(id)}/corrections`,
        params: amount ? { amount } : {},
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListApprovalsQuery, useGetApprovalQuery, usePreviewCorrectionQuery } =
  approvalApi;
