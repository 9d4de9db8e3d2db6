/** Inviting friends: what came of it, and collecting it. */
import { walletApi } from './api';
import type { Banner } from './types';
import type { Keyed } from './walletApi';

export interface InviteRecord {
  from: { name: string };
  amount: string;
  createdAt: string;
}

export interface InvitePage {
  total: number;
  invites: InviteRecord[];
}

export interface InviteAnswer {
  message: string;
  amount: string;
  balance: string;
  position: string;
}

export type BannerKind = 'invite' | 'refund';

const inviteApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    getInvites: build.query<InvitePage, { page: number; limit: number }>({
      query: (body) => ({ url: '/api/invite', method: 'POST', body }),
      providesTags: ['Reward'],
    }),
    collectInvites: build.mutation<InviteAnswer, Keyed>({
      query: ({ idempotencyKey }) => ({
        url: '/api/invite/bonus',
        method: 'POST',
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      // Also after a refusal or a lost answer: only the server knows what is left.
      invalidatesTags: ['Reward', 'Wallet', 'Statement'],
    }),
    getBanners: build.query<{ banners: Banner[] }, { kind: BannerKind }>({
      query: ({ kind }) => `/api/${kind}/banners`,
      providesTags: ['Lookup'],
    }),
  }),
});

export const { useGetInvitesQuery, useCollectInvitesMutation, useGetBannersQuery } = inviteApi;
