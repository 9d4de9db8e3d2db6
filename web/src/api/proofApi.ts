/**
 * The proof log. Answers are handed on as they came: whoever checks a proof reads each field
 * itself, and believes no type that the server's document promises.
 */
import { walletApi } from './transport/api';

export interface SealedReceipts {
  receipts: unknown[];
  checkpoint: unknown;
}

interface ReceiptsQuery {
  positions: string[];
  /** A checkpoint's size; the newest unless told. */
  size?: string;
}

const unkept = { keepUnusedDataFor: 0 };

export const proofApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    listSealedReceipts: build.query<SealedReceipts, ReceiptsQuery>({
      query: (body) => ({ url: 'api/proof/receipts', method: 'POST', body }),
      ...unkept,
    }),
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
