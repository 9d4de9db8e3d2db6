/** What waits for staff, and deciding it. */
import { supportApi } from './supportApi';

export const WORK_KINDS = ['slips', 'qr', 'manual', 'withdrawals', 'transfers'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

interface WorkPlayer {
  id: string;
  name: string;
}

export interface WorkItem {
  kind: WorkKind;
  id: string;
  player: WorkPlayer;
  /** null of a slip, which the bank has to be asked about. */
  amount: string | null;
  currency: string | null;
  since: string;
  reason: string | null;
  detail: Record<string, unknown>;
}

export type WorkCounts = Record<WorkKind | 'approvals', number>;

interface WorkPage {
  items: WorkItem[];
  nextCursor: number | null;
  counts: WorkCounts;
}

export interface BankParty {
  names: string[];
  account: string | null;
  phone: string | null;
}

export interface BankPayment {
  reference: string;
  sendingBank: string;
  receivingBank: string | null;
  transferredAt: string;
  amount: string;
  currency: string | null;
  sender: BankParty;
  receiver: BankParty;
  depositAccount: string | null;
  isSamePayment: boolean;
}

export interface WaitingSlip {
  item: WorkItem;
  picture: string;
  bank: {
    said: 'CONFIRMED' | 'REFUSED' | 'LATER' | 'UNREACHABLE' | 'UNREAD';
    reason?: string;
    payment?: BankPayment;
  };
  owner: { bankCode: string; accountNo: string; holder: string; phone: string };
}

export interface WaitingTransfer {
  item: WorkItem;
  provider: {
    said: 'COMPLETED' | 'RETURNED' | 'NOT_SEEN' | 'CONTRADICTION' | 'UNKNOWN';
    providerTx?: string;
    balanceBefore?: string;
    code?: string;
  };
}

export interface Approval {
  id: string;
  subjectKind: string;
  subjectId: string;
  player: WorkPlayer;
  amount: string | null;
  currency: string | null;
  decision: { kind?: string } & Record<string, unknown>;
  reason: string;
  askedBy: { id: string; name: string };
  askedAt: string;
  expiresAt: string;
  isAgreed: boolean;
  isMine: boolean;
}

export interface DecisionAnswer {
  status: 'SUCCESS' | 'PENDING';
  id: string;
}

export interface DecisionCall {
  /** Below `/api/support/`. */
  path: string;
  body: Record<string, unknown>;
  /** The same one again is the same decision. */
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
    decide: build.mutation<DecisionAnswer, DecisionCall>({
      query: ({ path, body, key }) => ({
        url: `api/support/${path}`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      // Somebody else may have been first: then, too, the lists are old.
      invalidatesTags: ['Work', 'Approval'],
    }),
  }),
});

export const {
  useListWorkInfiniteQuery,
  useGetWaitingSlipQuery,
  useGetWaitingTransferQuery,
  useListApprovalsQuery,
  useDecideMutation,
} = workApi;
