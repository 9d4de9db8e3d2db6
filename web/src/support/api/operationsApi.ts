/** The state of the system, and the long operations that a supervisor starts. */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow } from './types';

export type SourceComparison = Present<wire.SourceComparison>;

/** A verification's findings; old reports are stored unchanged, so a part may be missing. */
interface Found {
  events?: number;
  wallets?: number;
  acts?: number;
  rows?: number;
  problemCount?: number;
  problems?: string[];
  /** Remarks that are not faults. */
  remarks?: string[];
}

export type OperationRun = Narrow<wire.OperationRun, { result: Found | null }>;
export type OperationsView = Narrow<wire.Operations, { reconciliation: SourceComparison[] }>;

export type OperationsDay = Present<wire.OperationsDay>;
export type DayFlow = OperationsDay['currencies'][number]['deposits'];

export type LongWork = 'rebuild' | 'verify';

export const operationsApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getOperations: build.query<OperationsView, void>({
      query: () => 'api/support/operations',
      providesTags: ['Operations'],
    }),
    getDay: build.query<OperationsDay, void>({
      query: () => 'api/support/operations/day',
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

export const { useGetOperationsQuery, useGetDayQuery, useGetRunQuery, useBeginRunMutation } =
  operationsApi;
