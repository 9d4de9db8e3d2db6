/** The accounts of staff, for supervisors and auditors. */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow, StaffRole } from './types';

export type StaffQuota = Present<wire.StaffQuota>;
export type StaffAccount = Narrow<
  wire.StaffAccount,
  { role: StaffRole; searches: StaffQuota; players: StaffQuota }
>;

export type AccountRequest = wire.AccountRequest;
export type OwnSession = wire.OwnSession;

/** A change of an account; `path` is below `api/support/`. */
interface Change {
  path: string;
  body: Record<string, string>;
}

/** What is shown once, to be handed over. */
export interface Handover {
  password?: string;
  otpauth?: string;
}

interface NewPassword {
  current: string;
  password: string;
  code: string;
}

interface Grant {
  id: string;
  searches: number;
  players: number;
  reason: string;
}

const staffAccountsApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listStaff: build.query<{ accounts: StaffAccount[]; requests: AccountRequest[] }, void>({
      query: () => 'api/support/staff',
      providesTags: ['Staff'],
    }),
    changeAccount: build.mutation<Handover, Change>({
      query: ({ path, body }) => ({ url: `api/support/${path}`, method: 'POST', body }),
      // Somebody else may have been first: then the list is out of date as well.
      invalidatesTags: ['Staff'],
    }),
    changeOwnPassword: build.mutation<unknown, NewPassword>({
      query: (body) => ({ url: 'api/support/password', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['OwnSession']),
    }),
    listOwnSessions: build.query<{ list: OwnSession[] }, void>({
      query: () => 'api/support/sessions',
      providesTags: ['OwnSession'],
    }),
    endOwnSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/support/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['OwnSession'],
    }),
    grantQuota: build.mutation<unknown, Grant>({
      query: ({ id, ...body }) => ({
        url: `api/support/staff/${encodeURIComponent(id)}/quota`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Staff'],
    }),
  }),
});

export const {
  useListStaffQuery,
  useGrantQuotaMutation,
  useChangeAccountMutation,
  useChangeOwnPasswordMutation,
  useListOwnSessionsQuery,
  useEndOwnSessionMutation,
} = staffAccountsApi;
