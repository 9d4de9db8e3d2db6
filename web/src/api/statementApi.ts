/** The member's history: statement lines with running balance, and uploaded slips. */
import { walletApi } from './api';
import type { SlipPage, StatementPage, StatementType } from './types';

export interface StatementQuery {
  page: number;
  limit: number;
  cursor?: string;
  type?: StatementType[];
  /** RFC 3339, inclusive. */
  from?: string;
  /** RFC 3339, exclusive. */
  to?: string;
}

export const statementApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.query<StatementPage, StatementQuery>({
      query: (body) => ({ url: 'api/statement', method: 'POST', body }),
      providesTags: ['Statement'],
    }),
    getSlips: build.query<SlipPage, { page: number; limit: number }>({
      query: (body) => ({ url: 'api/statement/slip', method: 'POST', body }),
      providesTags: ['Slip'],
    }),
    /** The picture needs the bearer token, so it is fetched and shown from memory. */
    getSlipImage: build.query<string, { link: string }>({
      query: ({ link }) => ({
        url: link.replace(/^\//, ''),
        responseHandler: async (response) =>
          response.ok ? pictureAddress(await response.blob()) : response.json(),
      }),
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(_argument, { cacheDataLoaded, cacheEntryRemoved }) {
        const picture = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (picture) URL.revokeObjectURL(picture.data);
      },
    }),
    getSlipByReference: build.query<{ url: string }, { reference: string }>({
      query: ({ reference }) => `api/statement/slip/reference/${encodeURIComponent(reference)}`,
      keepUnusedDataFor: 0,
    }),
  }),
});

function pictureAddress(picture: Blob): string {
  return URL.createObjectURL(picture);
}

export const {
  useGetStatementQuery,
  useGetSlipsQuery,
  useGetSlipImageQuery,
  useLazyGetSlipByReferenceQuery,
} = statementApi;
