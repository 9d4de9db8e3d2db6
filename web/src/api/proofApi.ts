/**
 * The proof log. Answers are returned unchanged: the code that checks a proof parses each field
 * itself and does not trust the types of the server's document.
 */
import { walletApi } from './transport/api';

export interface SealedReceipts {
  receipts: unknown[];
  checkpoint: unknown;
}

/** RFC 3339, the end exclusive; null without a bound. */
export interface StatementPeriod {
  from: string | null;
  to: string | null;
}

const unkept = { keepUnusedDataFor: 0 };

export const proofApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    listSealedReceipts: build.query<SealedReceipts, { positions: string[] }>({
      query: (body) => ({ url: 'api/proof/receipts', method: 'POST', body }),
      ...unkept,
    }),
    getSealedStatement: build.query<unknown, StatementPeriod>({
      query: ({ from, to }) => ({
        url: 'api/proof/bundle',
        params: { ...(from && { from }), ...(to && { to }) },
      }),
      ...unkept,
    }),
    getLiabilities: build.query<unknown, void>({ query: () => 'api/proof/liabilities', ...unkept }),
    getLogKeys: build.query<unknown, void>({ query: () => 'api/proof/key', ...unkept }),
    getLogNote: build.query<unknown, { size: number }>({
      query: ({ size }) => ({ url: 'api/proof/checkpoint', params: { size: String(size) } }),
      ...unkept,
    }),
    getLogConsistency: build.query<unknown, { from: number; to: number }>({
      query: ({ from, to }) => ({
        url: 'api/proof/consistency',
        params: { from: String(from), to: String(to) },
      }),
      ...unkept,
    }),
  }),
});
