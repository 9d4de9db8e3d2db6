/** The accounts of staff, for supervisors and auditors. */
import type { Present } from '../../api/adapt';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow, StaffRole } from './types';

export type StaffQuota = Present<wire.StaffQuota>;
export type StaffAccount = Narrow<
  wire.StaffAccount,
  { role: StaffRole; searches: StaffQuota; players: StaffQuota }
>;

interface Grant {
  id: string;
  searches: number;
  players: number;
  reason: string;
}

const staffAccountsApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listStaff: build.query<{ accounts: StaffAccount[] }, void>({
      query: () => 'api/support/staff',
      providesTags: ['Staff'],
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

export const { useListStaffQuery, useGrantQuotaMutation } = staffAccountsApi;
