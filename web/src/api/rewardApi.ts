/** What the house gives: bonuses, promotions and refunds, and the one grant that is active. */
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { ActiveGrant, BonusList, Promotion, Quote, RefundCheck, RefundPage } from './types';

// Also after a refusal or a lost answer: only the server knows what was received by now.
const given = (): Tag[] => ['Reward', 'Refund', 'Wallet', 'Statement'];
const REWARD = { providesTags: ['Reward' as const] };
// What an offer would come to moves with every deposit and withdrawal.
const QUOTED = { providesTags: ['Reward' as const, 'Wallet' as const] };

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  {
    listBonuses: BonusList;
    quoteBonus: Quote;
    quotePromotion: Quote;
    checkActive: ActiveGrant;
    findPromotion: Promotion;
    checkRefund: RefundCheck;
    listRefunds: RefundPage;
  }
>;

const rewardApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    listBonuses: QUOTED,
    quoteBonus: QUOTED,
    quotePromotion: QUOTED,
    checkActive: REWARD,
    getNotice: { providesTags: ['Lookup'] },
    activateBonus: { invalidatesTags: given },
    clearBonus: { invalidatesTags: given },
    findPromotion: { keepUnusedDataFor: 0 },
    activatePromotion: { invalidatesTags: given },
    // Providers are asked for it, so it is not read again with each change of a balance.
    checkRefund: { providesTags: ['Refund'] },
    receiveRefund: { invalidatesTags: given },
    addRefund: { invalidatesTags: given },
    listRefunds: REWARD,
  },
});

const FRESH = { refetchOnMountOrArgChange: true };
export const useGetBonusesQuery = () => rewardApi.useListBonusesQuery(undefined, FRESH);
export const useGetActiveGrantQuery = () => rewardApi.useCheckActiveQuery(undefined, FRESH);
export const useQuoteBonusQuery = (code: string) => rewardApi.useQuoteBonusQuery(code, FRESH);
export const useQuotePromotionQuery = (code: string) =>
  rewardApi.useQuotePromotionQuery(code, FRESH);
export const useFindPromotionQuery = (code: string) => rewardApi.useFindPromotionQuery(code, FRESH);
export const useCheckRefundQuery = () => rewardApi.useCheckRefundQuery(undefined, FRESH);
export const useGetRefundsQuery = (page: { page: number; limit: number }) =>
  rewardApi.useListRefundsQuery(page, FRESH);

export const {
  useActivateBonusMutation,
  useActivatePromotionMutation,
  useClearBonusMutation,
  useReceiveRefundMutation,
  useAddRefundMutation,
  useGetNoticeQuery,
} = rewardApi;
