/** The wheel: its slices, spins, coupons, and the seeds that spins are drawn from. */
import { walletApi } from './api';
import type { LocalText } from './types';
import type { Keyed } from './walletApi';

export interface WheelSlice {
  code: string;
  label: LocalText;
  bgColor: string;
  textColor: string;
}

/** What the house has committed to before the next spin. */
export interface Fair {
  seedId: string;
  /** SHA-256 of the seed, as hex. */
  commit: string;
  /** The player's part of each draw. */
  clientSeed: string;
  /** The number of the next spin, from 0. */
  nonce: number;
  /** The wheel's id: SHA-256 of its lines `code:weight`. */
  wheel: string;
}

export interface WheelSetup {
  result: {
    activeSpinwheel: { name: LocalText; slice: WheelSlice[] } | null;
    userCoin: number;
  };
  fair: Fair | null;
}

export interface SpinAnswer {
  success: boolean;
  result: { code: string; label: LocalText; remainingCoin: number };
  spin: { id: string; seedId: string; nonce: number; ticket: number; wheel: string };
  position: string;
}

export interface Coupon {
  prize: {
    code: string;
    name: LocalText;
    slice: { label: LocalText; htmlDescription: LocalText | null };
  };
  /** How many of them. */
  amount: number;
  /** What one is worth; null for a thing that staff hands out. */
  worth: string | null;
  type: 'money' | 'gift';
  expiresAt: string | null;
  isExpired: boolean;
}

export interface CouponPage {
  total: number;
  coupons: Coupon[];
}

export interface CouponAnswer {
  status: string;
  amount: string;
  balance: string;
  position: string;
}

export interface Spin {
  id: string;
  seedId: string;
  nonce: number;
  clientSeed: string;
  wheel: string;
  ticket: number;
  code: string;
  label: LocalText;
  createdAt: string;
}

export interface SeedState {
  seedId: string;
  commit: string;
  /** Null until it is revealed. */
  seed: string | null;
  clientSeed: string;
}

export interface WeighedLabel {
  code: string;
  label: LocalText;
  weight: number;
}

export interface SpinPage {
  total: number;
  spins: Spin[];
  seeds: SeedState[];
  wheels: Record<string, WeighedLabel[]>;
}

export interface Revealed {
  seedId: string;
  seed: string;
  commit: string;
  spins: number;
}

interface Page {
  page: number;
  limit: number;
}

const keyed = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

const wheelApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    getWheelActive: build.query<{ isActive: boolean; coin: number }, void>({
      query: () => '/api/spinwheel/active',
      providesTags: ['Reward'],
    }),
    getWheelSetup: build.query<WheelSetup, void>({
      query: () => '/api/spinwheel/setup',
      providesTags: ['Reward'],
    }),
    spinWheel: build.mutation<SpinAnswer, Keyed>({
      query: ({ idempotencyKey }) => ({
        url: '/api/spinwheel/spin',
        method: 'POST',
        body: {},
        headers: keyed(idempotencyKey),
      }),
      invalidatesTags: ['Reward', 'Wallet'],
    }),
    getCoupons: build.query<CouponPage, Page>({
      query: (params) => ({ url: '/api/spinwheel/coupon', params }),
      providesTags: ['Reward'],
    }),
    claimCoupon: build.mutation<CouponAnswer, Keyed & { coupon: string }>({
      query: ({ coupon, idempotencyKey }) => ({
        url: '/api/spinwheel/coupon/claim',
        method: 'POST',
        body: { coupon },
        headers: keyed(idempotencyKey),
      }),
      // Also after a refusal or a lost answer: only the server knows what is left.
      invalidatesTags: ['Reward', 'Wallet', 'Statement'],
    }),
    getSpins: build.query<SpinPage, Page>({
      query: (params) => ({ url: '/api/spinwheel/spins', params }),
      providesTags: ['Reward'],
    }),
    changeWheelSeed: build.mutation<
      { revealed: Revealed; fair: Fair },
      Keyed & { clientSeed: string }
    >({
      query: ({ clientSeed, idempotencyKey }) => ({
        url: '/api/spinwheel/seed',
        method: 'POST',
        body: { clientSeed },
        headers: keyed(idempotencyKey),
      }),
      invalidatesTags: ['Reward'],
    }),
  }),
});

export const {
  useGetWheelActiveQuery,
  useGetWheelSetupQuery,
  useSpinWheelMutation,
  useGetCouponsQuery,
  useClaimCouponMutation,
  useGetSpinsQuery,
  useChangeWheelSeedMutation,
} = wheelApi;
