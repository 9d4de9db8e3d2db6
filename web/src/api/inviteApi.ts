/** Inviting friends: the earnings, claiming them, and the operator's texts about it. */
import { type Friend, generatedWheelApi, type ListedInvite } from './generated/generatedWheel';
import type { Tag } from './transport/api';

export type InviteRecord = ListedInvite;
export type InvitedFriend = Friend;

const inviteApi = generatedWheelApi.enhanceEndpoints<Tag>({
  endpoints: {
    getInvitation: { providesTags: ['Reward'] },
    listInvites: { providesTags: ['Reward'] },
    // Also after a refusal or a lost answer: only the server knows what is left.
    collectInviteBonus: { invalidatesTags: ['Reward', 'Wallet', 'Statement'] },
    listInviteBanners: { providesTags: ['Lookup'] },
    listRefundBanners: { providesTags: ['Lookup'] },
  },
});

export const { useCollectInviteBonusMutation: useCollectInvitesMutation } = inviteApi;

/** The code, the link on this host, and a page of the friends who came. */
export const useGetInvitationQuery = (page: { page: number; limit: number }) =>
  inviteApi.useGetInvitationQuery(
    { ...page, origin: location.origin },
    { refetchOnMountOrArgChange: true },
  );

export const useGetInvitesQuery = (
  page: { page: number; limit: number },
  options?: { refetchOnMountOrArgChange?: boolean },
) => inviteApi.useListInvitesQuery(page, options);

/** The banners of one of the two; the other ones are not asked for. */
export function useGetBannersQuery(kind: 'invite' | 'refund') {
  const invite = inviteApi.useListInviteBannersQuery(undefined, { skip: kind !== 'invite' });
  const refund = inviteApi.useListRefundBannersQuery(undefined, { skip: kind !== 'refund' });
  return kind === 'invite' ? invite : refund;
}
