/** The wheel: its slices, spins, coupons, and the seeds that spins are drawn from. */
import type * as wire from './generated/generatedWheel';
import { generatedWheelApi } from './generated/generatedWheel';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { Quote } from './types';

export type Wheel = wire.Spinwheel;
export type PrizeKind = wire.PrizeKind;
export type Fair = wire.Fair;
export type SpinAnswer = wire.SpinAnswer;
export type Coupon = wire.ListedCoupon;
export type Revealed = wire.RevealedSeed;
export type Spin = wire.ListedSpin;
export type SpinPage = wire.SpinList;

const rewards = (): Tag[] => ['Reward'];
// Also after a refusal or a lost answer: only the server knows how many coins are left.
const credited = (): Tag[] => ['Reward', 'Refund', 'Wallet', 'Statement'];

const wheelApi = generatedWheelApi.enhanceEndpoints<
  Tag,
  Narrowed<typeof generatedWheelApi, { quoteCoupon: Quote }>
>({
  endpoints: {
    getSpinActive: { providesTags: rewards },
    getSpinSetup: { providesTags: rewards },
    spinWheel: { invalidatesTags: ['Reward', 'Wallet'] },
    listCoupons: { providesTags: rewards },
    quoteCoupon: { providesTags: rewards },
    claimCoupon: { invalidatesTags: credited },
    listSpins: { providesTags: rewards },
    changeSeed: { invalidatesTags: rewards },
  },
});

const FRESH = { refetchOnMountOrArgChange: true };
export const useQuoteCouponQuery = (code: string) => wheelApi.useQuoteCouponQuery(code, FRESH);

export const {
  useSpinWheelMutation,
  useClaimCouponMutation,
  useChangeSeedMutation,
  useGetSpinActiveQuery: useGetWheelActiveQuery,
  useGetSpinSetupQuery: useGetWheelSetupQuery,
  useListCouponsQuery: useGetCouponsQuery,
  useListSpinsQuery: useGetSpinsQuery,
} = wheelApi;
