/** Claims on work items: who has one open. */
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';

const pathOf = (id: string, part: string) => `api/support/work/${encodeURIComponent(id)}/${part}`;

const claimApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    // The lists are read again by the socket's notice, here as at every other desk.
    claimWork: build.mutation<wire.ClaimedWork, { id: string } & wire.ClaimWorkRequest>({
      query: ({ id, ...body }) => ({ url: pathOf(id, 'claim'), method: 'POST', body }),
    }),
    releaseWork: build.mutation<unknown, { id: string } & wire.ReleaseWorkRequest>({
      // It outlives the page: closing the tab is a way to leave.
      query: ({ id, ...body }) => ({
        url: pathOf(id, 'release'),
        method: 'POST',
        body,
        keepalive: true,
      }),
    }),
    handWorkOver: build.mutation<wire.WorkClaim, { id: string } & wire.HandWorkOverRequest>({
      query: ({ id, ...body }) => ({ url: pathOf(id, 'hand'), method: 'POST', body }),
    }),
  }),
});

export const { useClaimWorkMutation, useReleaseWorkMutation, useHandWorkOverMutation } = claimApi;
