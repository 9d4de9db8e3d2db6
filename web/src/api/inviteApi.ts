/** Inviting friends: what came of it, and collecting it. Also what the operator says about it. */
import { useAdapted } from './adapt';
import type { Tag } from './api';
import { generatedWheelApi, type ListedInvite } from './generatedWheel';
import type { Keyed } from './walletApi';

export type InviteRecord = ListedInvite;

const inviteApi = generatedWheelApi.enhanceEndpoints<Tag>({
  endpoints: {
    listInvites: { providesTags: ['Reward'] },
    // Also after a refusal or a lost answer: only the server knows what is left.
    collectInviteBonus: { invalidatesTags: ['Reward', 'Wallet', 'Statement'] },
    listInviteBanners: { providesTags: ['Lookup'] },
    listRefundBanners: { providesTags: ['Lookup'] },
  },
});

const toCollect = ({ idempotencyKey }: Keyed) => ({ 'Idempotency-Key': idempotencyKey });

export const useCollectInvitesMutation = () =>
  useAdapted(inviteApi.useCollectInviteBonusMutation(), toCollect);

export const useGetInvitesQuery = (
  invitePage: { page: number; limit: number },
  options?: { refetchOnMountOrArgChange?: boolean },
) => inviteApi.useListInvitesQuery({ invitePage }, options);

/** The banners of one of the two; the other ones are not asked for. */
export function useGetBannersQuery(kind: 'invite' | 'refund') {
  const invite = inviteApi.useListInviteBannersQuery(undefined, { skip: kind !== 'invite' });
  const refund = inviteApi.useListRefundBannersQuery(undefined, { skip: kind !== 'refund' });
  return kind === 'invite' ? invite : refund;
}
