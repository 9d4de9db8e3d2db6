import { walletApi as api } from "../transport/api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<GetInvitationApiResponse, GetInvitationApiArg>({
      query: (queryArg) => ({
        url: `/api/invite`,
        params: {
          page: queryArg.page,
          limit: queryArg.limit,
          origin: queryArg.origin,
          after: queryArg.after,
        },
      }),
    }),
    listInvites: build.query<ListInvitesApiResponse, ListInvitesApiArg>({
      query: (queryArg) => ({
        url: `/api/invite`,
        method: "POST",
        body: queryArg.invitePage,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    listInviteBanners: build.query<
      ListInviteBannersApiResponse,
      ListInviteBannersApiArg
    >({
      query: () => ({ url: `/api/invite/banners` }),
    }),
    collectInviteBonus: build.mutation<
      CollectInviteBonusApiResponse,
      CollectInviteBonusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/invite/bonus`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    listRefundBanners: build.query<
      ListRefundBannersApiResponse,
      ListRefundBannersApiArg
    >({
      query: () => ({ url: `/api/refund/banners` }),
    }),
    getSpinActive: build.query<GetSpinActiveApiResponse, GetSpinActiveApiArg>({
      query: () => ({ url: `/api/spinwheel/active` }),
    }),
    listCoupons: build.query<ListCouponsApiResponse, ListCouponsApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/coupon`,
        params: {
          page: queryArg.page,
          limit: queryArg.limit,
        },
      }),
    }),
    claimCoupon: build.mutation<ClaimCouponApiResponse, ClaimCouponApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/coupon/claim`,
        method: "POST",
        body: queryArg.claimRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    quoteCoupon: build.query<QuoteCouponApiResponse, QuoteCouponApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/coupon/quote/${encodeURIComponent(String(queryArg.code))}`,
      }),
    }),
    changeSeed: build.mutation<ChangeSeedApiResponse, ChangeSeedApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/seed`,
        method: "POST",
        body: queryArg.seedRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    getSpinSetup: build.query<GetSpinSetupApiResponse, GetSpinSetupApiArg>({
      query: () => ({ url: `/api/spinwheel/setup` }),
    }),
    spinWheel: build.mutation<SpinWheelApiResponse, SpinWheelApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/spin`,
        method: "POST",
        body: queryArg.spinRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    listSpins: build.query<ListSpinsApiResponse, ListSpinsApiArg>({
      query: (queryArg) => ({
        url: `/api/spinwheel/spins`,
        params: {
          page: queryArg.page,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          after: queryArg.after,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedWheelApi };
export type GetInvitationApiResponse = /** status 200 undefined */ Invitation;
export type GetInvitationApiArg = {
  /** From 1. */
  page?: number;
  limit?: number;
  /** Where the portal is open; the operator's website when absent. */
  origin?: string;
  /** Shows at least this position */
  after?: string;
};
export type ListInvitesApiResponse = /** status 200 undefined */ InviteList;
export type ListInvitesApiArg = {
  /** Shows at least this position */
  after?: string;
  invitePage: InvitePage;
};
export type ListInviteBannersApiResponse =
  /** status 200 undefined */ InviteBanners;
export type ListInviteBannersApiArg = void;
export type CollectInviteBonusApiResponse =
  /** status 200 undefined */ Collected;
export type CollectInviteBonusApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type ListRefundBannersApiResponse =
  /** status 200 undefined */ RefundBanners;
export type ListRefundBannersApiArg = void;
export type GetSpinActiveApiResponse = /** status 200 undefined */ SpinActive;
export type GetSpinActiveApiArg = void;
export type ListCouponsApiResponse = /** status 200 undefined */ CouponList;
export type ListCouponsApiArg = {
  /** From 1 */
  page?: number;
  /** 1 to 100; absent: 3 */
  limit?: number;
};
export type ClaimCouponApiResponse = /** status 200 undefined */ GrantAnswer;
export type ClaimCouponApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  claimRequest: ClaimRequest;
};
export type QuoteCouponApiResponse = /** status 200 undefined */ Quote;
export type QuoteCouponApiArg = {
  code: string;
};
export type ChangeSeedApiResponse = /** status 200 undefined */ SeedAnswer;
export type ChangeSeedApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  seedRequest: SeedRequest;
};
export type GetSpinSetupApiResponse = /** status 200 undefined */ SpinSetup;
export type GetSpinSetupApiArg = void;
export type SpinWheelApiResponse = /** status 200 undefined */ SpinAnswer;
export type SpinWheelApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  spinRequest: SpinRequest;
};
export type ListSpinsApiResponse = /** status 200 undefined */ SpinList;
export type ListSpinsApiArg = {
  /** From 1; not looked at with a cursor */
  page?: number;
  /** 1 to 100; absent: 10 */
  limit?: number;
  /** `nextCursor` of the page before */
  cursor?: string;
  /** Shows at least this position */
  after?: string;
};
export type Friend = {
  /** What the friend has brought and the member has collected. */
  collected: string;
  joinedAt: string;
  /** The beginning of the profile name; empty for a friend who is not there any more. */
  name: string;
  /** What the friend has brought and the member can still collect. */
  waiting: string;
};
export type Invitation = {
  /** The position that the sums show. */
  asOf: string;
  /** What a friend types at the registration. */
  code: string;
  /** Newest first. */
  friends: Friend[];
  /** The registration page with the member's long code, `PR{id}`. */
  link: string;
  /** The link's QR as SVG markup. */
  qrcode?: string | null;
  /** Friends on all pages. */
  total: number;
};
export type Problem = {
  /** What helps: `fields` (the names of the wrong ones), limits, ids. */
  data?: object | null;
  /** The code of the error catalogue. */
  message: string;
  /** The id of the request, as in the `X-Request-Id` header. */
  requestId: string;
};
export type InvitedPlayer = {
  /** The profile name; empty for a player who is not there any more. */
  name: string;
};
export type ListedInvite = {
  amount: string;
  createdAt: string;
  from: InvitedPlayer;
};
export type InviteList = {
  /** The position that the list shows. */
  asOf: string;
  invites: ListedInvite[];
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
  /** Earnings on all pages. */
  total: number;
};
export type InvitePage = {
  /** `nextCursor` of the page before. */
  cursor?: string | null;
  limit?: number;
  /** From 1; not looked at when there is a cursor. */
  page?: number;
};
export type Text = {
  /** English. */
  en: string;
  /** Lao. */
  la: string;
  /** Thai. */
  th: string;
};
export type ListedBanner = {
  /** HTML. */
  html: Text;
  image: string;
};
export type InviteBanners = {
  banners: ListedBanner[];
};
export type Collected = {
  /** How much was credited. */
  amount: string;
  /** The main wallet right after it. */
  balance: string;
  /** `INVITE_BONUS_SUCCESS`. */
  message: string;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
};
export type BannerItem = {
  /** HTML. */
  html: Text;
  /** Address of the picture. */
  image: string;
};
export type RefundBanners = {
  banners: BannerItem[];
};
export type SpinActive = {
  /** The player's coins. */
  coin: number;
  isActive: boolean;
};
export type ListedSlice = {
  /** HTML. */
  htmlDescription: Text;
  label: Text;
};
export type ListedPrize = {
  code: string;
  name: Text;
  slice: ListedSlice;
};
export type QuoteStatus =
  | "READY"
  | "DEPOSIT_FIRST"
  | "DEPOSIT_USED"
  | "CLOSED_BY_WITHDRAWAL"
  | "CLOSED_BY_PLAY"
  | "GRANT_ACTIVE"
  | "RECEIVED"
  | "ALL_GONE"
  | "EXCLUDED"
  | "EXPIRED"
  | "NOT_MONEY"
  | "TRANSFER_OPEN"
  | "UNKNOWN";
export type ListedCoupon = {
  /** How many there are. */
  amount: number;
  /** When the first of them runs out; null: never. */
  expiresAt?: string | null;
  isExpired: boolean;
  prize: ListedPrize;
  /** Whether one can be claimed now. No provider is asked for it. */
  status: QuoteStatus;
  /** `money`: claimed here. `gift`: handed out by staff. */
  type: string;
  /** What one of them is worth; null for a gift. */
  worth?: string | null;
};
export type CouponList = {
  coupons: ListedCoupon[];
  /** Prizes on all pages. */
  total: number;
};
export type GrantAnswer = {
  /** How much was granted. */
  amount: string;
  /** The main wallet right after it. */
  balance: string;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  /** `SUCCESS`. */
  status: string;
};
export type ClaimRequest = {
  /** The prize's code. */
  coupon: string;
};
export type QuoteBasis = "PROVIDERS" | "BOOKS";
export type QuoteFigures = {
  /** What would be granted. */
  amount: string;
  /** What the percentages would be of. */
  base: string;
  basis: QuoteBasis;
  expiresAt?: string | null;
  /** Lost down to here. */
  failTo: string;
  /** What cannot be withdrawn until it has ended; zero where it has no condition. */
  locked: string;
  /** Won from here on. */
  successFrom: string;
  /** What the player holds before it. */
  total: string;
  /** What must be bet before it is won. */
  turnoverNeeded: string;
};
export type Quote = {
  /** Whether the first bet would close it. */
  closesOnPlay: boolean;
  /** Whether a withdrawal would close it. */
  closesOnWithdrawal: boolean;
  /** The code that taking it would be refused with now; null when it can be taken. */
  code?: string | null;
  /** The smallest deposit that opens it; null where no deposit is missing. */
  depositNeeded?: string | null;
  figures?: QuoteFigures | null;
  status: QuoteStatus;
};
export type NextSeed = {
  /** SHA-256 of its bytes, in hexadecimal. */
  commit: string;
  seedId: string;
};
export type Fair = {
  /** The player's part of the draw. */
  clientSeed: string;
  /** SHA-256 of the secret seed's bytes, in hexadecimal. */
  commit: string;
  /** The seed after this one: promised before the player says with what words it is used. */
  next: NextSeed;
  /** The number of the next spin under this seed. */
  nonce: number;
  seedId: string;
  /** The wheel's version: the SHA-256 of its lines `code:weight`. */
  wheel?: string | null;
};
export type RevealedSeed = {
  /** SHA-256 of them, as it was shown before. */
  commit: string;
  /** Its bytes, in hexadecimal. */
  seed: string;
  seedId: string;
  /** How many spins were drawn from it. */
  spins: number;
};
export type SeedAnswer = {
  fair: Fair;
  /** For `after`. */
  position: string;
  revealed: RevealedSeed;
};
export type SeedRequest = {
  /** The player's part of the draws from now on: 1 to 64 visible ASCII characters without a
    colon. Absent: as before. */
  clientSeed?: string | null;
};
export type PrizeKind = "NOTHING" | "COINS" | "COUPON" | "GIFT";
export type Slice = {
  /** `#rrggbb`. */
  bgColor: string;
  code: string;
  kind: PrizeKind;
  label: Text;
  /** `#rrggbb`. */
  textColor: string;
  /** Its share of the sum of all weights: how likely it is. */
  weight: number;
};
export type Spinwheel = {
  name: Text;
  /** Clockwise. */
  slice: Slice[];
};
export type SetupResult = {
  activeSpinwheel?: Spinwheel | null;
  /** What a day's deposits earn one coin for, as often as they reach it; null where they earn none. */
  coinPrice?: string | null;
  /** The player's coins. */
  userCoin: number;
};
export type SpinSetup = {
  fair?: Fair | null;
  result: SetupResult;
};
export type SpinResult = {
  code: string;
  label: Text;
  remainingCoin: number;
};
export type SpinProof = {
  id: string;
  nonce: number;
  seedId: string;
  ticket: number;
  wheel: string;
};
export type SpinAnswer = {
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  result: SpinResult;
  spin: SpinProof;
  /** `true`. */
  success: boolean;
};
export type SpinRefusal = {
  data?: object | null;
  /** The code of the error catalogue. */
  error: string;
  /** The same. */
  message: string;
  requestId: string;
  /** `false`. */
  success: boolean;
};
export type SpinRequest = {
  /** The player's own name of the spin, 1 to 128 visible ASCII characters: a repeat is the same
    spin. Absent: the `Idempotency-Key` names it. */
  spinId?: string | null;
};
export type ListedSeed = {
  clientSeed: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  commit: string;
  /** Its bytes, in hexadecimal; null while spins are drawn from it. */
  seed?: string | null;
  seedId: string;
};
export type ListedSpin = {
  clientSeed: string;
  code: string;
  createdAt: string;
  id: string;
  label: Text;
  nonce: number;
  seedId: string;
  ticket: number;
  wheel: string;
};
export type ListedWeight = {
  code: string;
  label: Text;
  weight: number;
};
export type SpinList = {
  /** The position that the list shows. */
  asOf: string;
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
  /** The seeds of these spins. */
  seeds: ListedSeed[];
  spins: ListedSpin[];
  /** Spins on all pages. */
  total: number;
  /** The wheels of these spins, by their version. */
  wheels: {
    [key: string]: ListedWeight[];
  };
};
