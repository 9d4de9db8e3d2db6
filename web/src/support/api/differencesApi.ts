/** The differences that reconciliation and verification found, and the notes of staff about them. */
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow } from './types';
import type { WaitingDecision, WorkClaim } from './workApi';

export const DIFFERENCE_KINDS = [
  'missing_outside',
  'missing_here',
  'amount',
  'balance',
  'unclaimed',
  'void',
  'finding',
  'not_compared',
] as const satisfies readonly wire.DiscrepancyKind[];
export type DifferenceKind = wire.DiscrepancyKind;

export type Difference = Narrow<
  wire.DifferenceItem,
  { player: wire.WorkPlayer | null; waiting: WaitingDecision | null; claim: WorkClaim | null }
>;
type DifferencesPage = Narrow<wire.DifferencesPage, { items: Difference[] }>;
type Explanation = Narrow<wire.DifferenceExplanation, { approvedBy: string | null }>;
export type DifferenceNote = wire.DifferenceNote;
export type ReviewedDifference = Narrow<
  wire.ReviewedDifference,
  { item: Difference; explained: Explanation | null }
>;

const differencesApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listDifferences: build.infiniteQuery<DifferencesPage, DifferenceKind | null, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: kind, pageParam: cursor }) => ({
        url: 'api/support/discrepancies',
        params: { ...(kind && { kind }), ...(cursor && { cursor }) },
      }),
      providesTags: ['Difference'],
    }),
    getDifference: build.query<ReviewedDifference, string>({
      query: (id) => `api/support/discrepancies/${encodeURIComponent(id)}`,
      providesTags: ['Difference'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListDifferencesInfiniteQuery, useGetDifferenceQuery } = differencesApi;
