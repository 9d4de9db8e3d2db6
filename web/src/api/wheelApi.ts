/** The wheel: its slices, spins, coupons, and the seeds that spins are drawn from. */
import { type NarrowedWheel, useAdapted } from './adapt';
import type * as wire from './generated/generatedWheel';
import { generatedWheelApi } from './generated/generatedWheel';
import type { Tag } from './transport/api';
import type { Quote } from './types';
import type { Keyed } from './walletApi';

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

const wheelApi = generatedWheelApi.enhanceEndpoints<Tag, NarrowedWheel<{ quoteCoupon: Quote }>>({
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

const toSpin = ({ idempotencyKey }: Keyed) => ({
  spinRequest: {},
  'Idempotency-Key': idempotencyKey,
});
const toClaim = ({ coupon, idempotencyKey }: Keyed & { coupon: string }) => ({
  claimRequest: { coupon },
  'Idempotency-Key': idempotencyKey,
});
const toSeed = ({ clientSeed, idempotencyKey }: Keyed & { clientSeed: string }) => ({
  seedRequest: { clientSeed },
  'Idempotency-Key': idempotencyKey,
});

export const useSpinWheelMutation = () => useAdapted(wheelApi.useSpinWheelMutation(), toSpin);
export const useClaimCouponMutation = () => useAdapted(wheelApi.useClaimCouponMutation(), toClaim);
export const useChangeSeedMutation = () => useAdapted(wheelApi.useChangeSeedMutation(), toSeed);

const FRESH = { refetchOnMountOrArgChange: true };
export const useQuoteCouponQuery = (code: string) => wheelApi.useQuoteCouponQuery({ code }, FRESH);

export const {
  useGetSpinActiveQuery: useGetWheelActiveQuery,
  useGetSpinSetupQuery: useGetWheelSetupQuery,
  useListCouponsQuery: useGetCouponsQuery,
  useListSpinsQuery: useGetSpinsQuery,
} = wheelApi;
