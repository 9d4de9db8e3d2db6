/** How the machine does, and the long work that a supervisor begins. */
import { supportApi } from './supportApi';
import type { WorkCounts } from './workApi';

export interface ViewStanding {
  view: string;
  position: number;
  lag: number;
  stopped?: string;
}

interface Amount {
  currency: string;
  amount: string;
}

export interface SourceComparison {
  source: string;
  from: string;
  to: string;
  at: string;
  compared: number;
  open: number;
  unclaimed: number;
  differences: number;
  found: { kind: string; subject: string; ours: string | null; theirs: string | null }[];
  problem: string | null;
}

export interface OperationRun {
  id: string;
  view: string | null;
  startedBy: string;
  startedAt: string;
  done: number;
  total: number;
  endedAt: string | null;
  failure: string | null;
  result: {
    events?: number;
    wallets?: number;
    acts?: number;
    rows?: number;
    problemCount?: number;
    problems?: string[];
  } | null;
}

export interface OperationsView {
  head: number;
  projections: ViewStanding[];
  trialBalance: (Amount & { account: string })[];
  sums: Amount[];
  reconciliation: SourceComparison[];
  verification: { at: string; events: number; seconds: number; problems: string[] } | null;
  sockets: number;
  work: WorkCounts;
}

export type LongWork = 'rebuild' | 'verify';

const operationsApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getOperations: build.query<OperationsView, void>({
      query: () => 'api/support/operations',
      providesTags: ['Operations'],
    }),
    getRun: build.query<{ run: OperationRun | null }, LongWork>({
      query: (work) => `api/support/operations/${work}`,
      providesTags: ['Operations'],
    }),
    beginRun: build.mutation<unknown, { work: LongWork; reason: string; view?: string }>({
      query: ({ work, ...body }) => ({
        url: `api/support/operations/${work}`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Operations'],
    }),
  }),
});

export const { useGetOperationsQuery, useGetRunQuery, useBeginRunMutation } = operationsApi;
