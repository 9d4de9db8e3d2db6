/** The member's history: statement lines with running balance, and uploaded slips. */
import {
  generatedMoneyApi,
  type StatementRequest,
  type StatementSummary,
} from './generated/generatedMoney';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import { FRESH } from './transport/fresh';
import type { SlipPage, SlipRules, StatementPage, StatementType } from './types';

export interface StatementQuery {
  page: number;
  limit: number;
  cursor?: string;
  type?: StatementType[];
  /** RFC 3339, inclusive. */
  from?: string;
  /** RFC 3339, exclusive. */
  to?: string;
  /** A bank, a game, an amount or a reference. */
  search?: string;
}

async function pictureAddress(response: Response): Promise<unknown> {
  return response.ok ? URL.createObjectURL(await response.blob()) : response.json();
}

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  {
    listStatements: StatementPage;
    listSlips: SlipPage;
    getSlipLookup: SlipRules;
  }
>;

export const statementApi = generatedMoneyApi
  .enhanceEndpoints<Tag, Definitions>({
    endpoints: {
      listStatements: { providesTags: ['Statement'] },
      listSlips: { providesTags: ['Slip'] },
      getStatementSummary: { providesTags: ['Statement'] },
      findSlipByReference: { keepUnusedDataFor: 0 },
      getSlipLookup: { providesTags: ['Lookup'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** The picture needs the bearer token, so it is fetched and shown from memory. */
      showSlipImage: build.query<string, { link: string }>({
        query: ({ link }) => ({ url: link, responseHandler: pictureAddress }),
        keepUnusedDataFor: 0,
        async onCacheEntryAdded(_argument, { cacheDataLoaded, cacheEntryRemoved }) {
          const picture = await cacheDataLoaded.catch(() => null);
          await cacheEntryRemoved;
          if (picture) URL.revokeObjectURL(picture.data);
        },
      }),
    }),
  });

interface ListOptions {
  skip?: boolean;
  pollingInterval?: number;
  skipPollingIfUnfocused?: boolean;
  refetchOnMountOrArgChange?: boolean;
}

/** The newest lines that came from outside: what was credited, and what is still on its way. */
export const NEWEST_CREDITS: StatementQuery = {
  page: 1,
  limit: 20,
  type: ['deposit', 'correction'],
};

/** The newest slips: those under check are among them. */
export const NEWEST_SLIPS = { page: 1, limit: 20 };

export const useGetStatementQuery = (query: StatementQuery, options?: ListOptions) =>
  statementApi.useListStatementsQuery(query as StatementRequest, options);
export const useGetSlipsQuery = (page: { page: number; limit: number }, options?: ListOptions) =>
  statementApi.useListSlipsQuery(page, options);

export const {
  useShowSlipImageQuery: useGetSlipImageQuery,
  useLazyFindSlipByReferenceQuery: useLazyGetSlipByReferenceQuery,
  useGetSlipLookupQuery: useGetSlipRulesQuery,
  useGetStatementSummaryQuery: useGetSummaryQuery,
} = statementApi;

export type { StatementSummary };

/** Current lines from the server, for `freshAnswer`. */
export const readStatement = (query: StatementQuery) =>
  statementApi.endpoints.listStatements.initiate(query as StatementRequest, FRESH);
