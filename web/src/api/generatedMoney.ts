import { walletApi as api } from "./api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    createAccount: build.mutation<
      CreateAccountApiResponse,
      CreateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/account`,
        method: "POST",
        body: queryArg.accountDraft,
      }),
    }),
    openGame: build.mutation<OpenGameApiResponse, OpenGameApiArg>({
      query: (queryArg) => ({
        url: `/api/autoLogin/${encodeURIComponent(String(queryArg.provider))}/${encodeURIComponent(String(queryArg.username))}`,
        method: "POST",
      }),
    }),
    getLimits: build.query<GetLimitsApiResponse, GetLimitsApiArg>({
      query: () => ({ url: `/api/limits` }),
    }),
    updateLimits: build.mutation<UpdateLimitsApiResponse, UpdateLimitsApiArg>({
      query: (queryArg) => ({
        url: `/api/limits`,
        method: "PUT",
        body: queryArg.limitsUpdate,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    exclude: build.mutation<ExcludeApiResponse, ExcludeApiArg>({
      query: (queryArg) => ({
        url: `/api/limits/exclusion`,
        method: "POST",
        body: queryArg.exclusionRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    getQrcode: build.query<GetQrcodeApiResponse, GetQrcodeApiArg>({
      query: (queryArg) => ({
        url: `/api/qrcode/${encodeURIComponent(String(queryArg.bankCode))}`,
      }),
    }),
    createQrcode: build.mutation<CreateQrcodeApiResponse, CreateQrcodeApiArg>({
      query: (queryArg) => ({
        url: `/api/qrcode/${encodeURIComponent(String(queryArg.bankCode))}`,
        method: "POST",
        body: queryArg.qrRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    deleteQrcode: build.mutation<DeleteQrcodeApiResponse, DeleteQrcodeApiArg>({
      query: (queryArg) => ({
        url: `/api/qrcode/${encodeURIComponent(String(queryArg.bankCode))}`,
        method: "DELETE",
        body: queryArg.body,
        params: {
          qrcodeId: queryArg.qrcodeId,
        },
      }),
    }),
    getSlotAccount: build.query<
      GetSlotAccountApiResponse,
      GetSlotAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/wallet/account/${encodeURIComponent(String(queryArg.slotCode))}`,
      }),
    }),
    activateSlot: build.mutation<ActivateSlotApiResponse, ActivateSlotApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/activate/${encodeURIComponent(String(queryArg.slotCode))}`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    announceDeposit: build.mutation<
      AnnounceDepositApiResponse,
      AnnounceDepositApiArg
    >({
      query: (queryArg) => ({
        url: `/api/wallet/add`,
        method: "POST",
        body: queryArg.manualDepositRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    resetSlotPassword: build.mutation<
      ResetSlotPasswordApiResponse,
      ResetSlotPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/wallet/resetpassword/${encodeURIComponent(String(queryArg.slotCode))}`,
        method: "POST",
      }),
    }),
    uploadSlip: build.mutation<UploadSlipApiResponse, UploadSlipApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/slip`,
        method: "POST",
        body: queryArg.slipForm,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    transfer: build.mutation<TransferApiResponse, TransferApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/transfer`,
        method: "POST",
        body: queryArg.transferRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    transferAll: build.mutation<TransferAllApiResponse, TransferAllApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/transferAll`,
        method: "POST",
        body: queryArg.transferAllRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    redeemGift: build.mutation<RedeemGiftApiResponse, RedeemGiftApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/truelink`,
        method: "POST",
        body: queryArg.giftRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    withdraw: build.mutation<WithdrawApiResponse, WithdrawApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/withdraw`,
        method: "POST",
        body: queryArg.withdrawRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    withdrawAll: build.mutation<WithdrawAllApiResponse, WithdrawAllApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/withdrawAll`,
        method: "POST",
        body: queryArg.withdrawRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedMoneyApi };
export type CreateAccountApiResponse =
  /** status 201 undefined */ CreatedAccount;
export type CreateAccountApiArg = {
  accountDraft: AccountDraft;
};
export type OpenGameApiResponse = /** status 200 undefined */ GameLink;
export type OpenGameApiArg = {
  provider: string;
  username: string;
};
export type GetLimitsApiResponse = /** status 200 undefined */ Limits;
export type GetLimitsApiArg = void;
export type UpdateLimitsApiResponse = /** status 200 undefined */ Limits;
export type UpdateLimitsApiArg = {
  "Idempotency-Key": string;
  limitsUpdate: LimitsUpdate;
};
export type ExcludeApiResponse = /** status 200 undefined */ Limits;
export type ExcludeApiArg = {
  "Idempotency-Key": string;
  exclusionRequest: ExclusionRequest;
};
export type GetQrcodeApiResponse = /** status 200 undefined */ QrState;
export type GetQrcodeApiArg = {
  bankCode: string;
};
export type CreateQrcodeApiResponse =
  /** status 200 The QR, or `hasQrcode: false` with the reason in `message`; for a repeat, how the order stands now */ QrState;
export type CreateQrcodeApiArg = {
  bankCode: string;
  "Idempotency-Key": string;
  qrRequest: QrRequest;
};
export type DeleteQrcodeApiResponse = /** status 200 undefined */ QrState;
export type DeleteQrcodeApiArg = {
  bankCode: string;
  /** Here or in the body */
  qrcodeId?: string;
  body: QrCancellation | null;
};
export type GetSlotAccountApiResponse = /** status 200 undefined */ SlotAccount;
export type GetSlotAccountApiArg = {
  slotCode: string;
};
export type ActivateSlotApiResponse = /** status 200 undefined */ ActivatedSlot;
export type ActivateSlotApiArg = {
  slotCode: string;
  "Idempotency-Key": string;
};
export type AnnounceDepositApiResponse =
  | /** status 200 A repeat: staff has decided */ Movement
  | /** status 202 Waits for staff */ Movement;
export type AnnounceDepositApiArg = {
  "Idempotency-Key": string;
  manualDepositRequest: ManualDepositRequest;
};
export type ResetSlotPasswordApiResponse =
  /** status 200 undefined */ ResetSlot;
export type ResetSlotPasswordApiArg = {
  slotCode: string;
};
export type UploadSlipApiResponse =
  | /** status 201 Credited or refused */ UploadedSlip
  | /** status 202 In progress */ UploadedSlip;
export type UploadSlipApiArg = {
  "Idempotency-Key": string;
  slipForm: SlipForm;
};
export type TransferApiResponse =
  | /** status 200 Moved */ TransferAnswer
  | /** status 202 In progress; see the statement */ TransferAnswer;
export type TransferApiArg = {
  "Idempotency-Key": string;
  transferRequest: TransferRequest;
};
export type TransferAllApiResponse =
  | /** status 200 Moved; see each leg */ TransferAnswer
  | /** status 202 In progress; see the statement */ TransferAnswer;
export type TransferAllApiArg = {
  "Idempotency-Key": string;
  transferAllRequest: TransferAllRequest;
};
export type RedeemGiftApiResponse =
  | /** status 200 Credited */ GiftDeposit
  | /** status 202 In progress; see the statement */ GiftDeposit;
export type RedeemGiftApiArg = {
  "Idempotency-Key": string;
  giftRequest: GiftRequest;
};
export type WithdrawApiResponse =
  | /** status 200 Paid */ Withdrawal
  | /** status 202 In progress; see the statement */ Withdrawal;
export type WithdrawApiArg = {
  "Idempotency-Key": string;
  withdrawRequest: WithdrawRequest;
};
export type WithdrawAllApiResponse =
  | /** status 200 Paid */ Withdrawal
  | /** status 202 In progress; see the statement */ Withdrawal;
export type WithdrawAllApiArg = {
  "Idempotency-Key": string;
  withdrawRequest: WithdrawRequest;
};
export type CreatedAccount = {
  /** The member's id. */
  id: string;
  /** `SUCCESS`. */
  status: string;
};
export type Problem = {
  /** What helps: `fields` (the names of the wrong ones), limits, ids. */
  data?: object | null;
  /** The code of the error catalogue. */
  message: string;
  /** The id of the request, as in the `X-Request-Id` header. */
  requestId: string;
};
export type WizardStep = "phone" | "profile" | "bank";
export type AccountDraft = {
  /** First and last name of the holder. */
  bankAccountName?: string;
  bankAccountNo?: string;
  bankCode?: string;
  /** `LAK` or `BAHT`, in Lao mode only. */
  currency?: string | null;
  inviteCode?: string | null;
  /** The profile name. */
  name?: string;
  /** The token whose code has proved the phone number; needed where `registerOTP` is on. */
  otpToken?: string | null;
  password?: string;
  sourceCode?: string;
  step?: WizardStep | null;
  /** The phone number, in any usual spelling. */
  username?: string;
};
export type GameLink = {
  link: string;
};
export type PendingLimit = {
  from: string;
  /** `null`: no limit. */
  limit?: string | null;
};
export type DepositLimit = {
  /** The most that may come in; `null`: no limit. `0.00`: no deposits. */
  limit?: string | null;
  pending?: PendingLimit | null;
  /** What may still come in; `null` without a limit. */
  remaining?: string | null;
  /** What is on its way in: open QR orders, gifts and manual requests. */
  reserved: string;
  /** What has come in within the current period. */
  used: string;
};
export type DepositLimits = {
  day: DepositLimit;
  month: DepositLimit;
  week: DepositLimit;
};
export type ExclusionKind = "TIME_OUT" | "SELF_EXCLUSION";
export type CurrentExclusion = {
  kind: ExclusionKind;
  /** `null`: for ever. */
  until?: string | null;
};
export type RealityCheck = {
  minutes: number;
};
export type Limits = {
  currency: string;
  deposit: DepositLimits;
  exclusion?: CurrentExclusion | null;
  /** For `after`: a read that shows this position shows these limits. */
  position: string;
  realityCheck?: RealityCheck | null;
};
export type DepositLimitsUpdate = {
  day?: string | null;
  month?: string | null;
  week?: string | null;
};
export type LimitsUpdate = {
  deposit?: DepositLimitsUpdate;
  /** Minutes between reminders, 10 to 240. */
  realityCheckMinutes?: number | null;
};
export type ExclusionPeriod =
  "DAY" | "WEEK" | "MONTH" | "SIX_MONTHS" | "YEAR" | "FIVE_YEARS" | "FOREVER";
export type ExclusionRequest = {
  kind: ExclusionKind;
  /** The password, so that nobody else does it on an open screen. */
  password: string;
  /** A time-out lasts `DAY`, `WEEK` or `MONTH`; a self-exclusion `SIX_MONTHS` or longer. */
  period: ExclusionPeriod;
};
export type QrState = {
  amount?: string | null;
  /** Seconds until the QR is dropped. */
  expireIn: number;
  expiresAt?: string | null;
  /** Whether there is a QR to pay. */
  hasQrcode: boolean;
  /** Why there is none: a code of the error catalogue. */
  message?: string | null;
  /** The channel of the player's open QR, where it is another one. */
  otherBankCode?: string | null;
  /** The QR's text. */
  payload?: string | null;
  /** For `after`. */
  position: string;
  /** The QR as SVG markup. */
  qrcode?: string | null;
  /** The order's id, as in the statement. */
  qrcodeId?: string | null;
};
export type Amount = string;
export type QrRequest = {
  amount: Amount;
};
export type QrCancellation = {
  qrcodeId: string;
};
export type SlotAccount = {
  password: string;
  username: string;
};
export type ActivatedSlot = {
  account: SlotAccount;
  /** For `after`. */
  position: string;
  /** `SUCCESS`. */
  status: string;
};
export type Standing = "PENDING" | "SUCCESS" | "FAILED";
export type Movement = {
  /** The main wallet after it. */
  balance?: string | null;
  /** The operation's id, as in the statement. */
  id: string;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  status: Standing;
};
export type ManualDepositRequest = {
  amount: Amount;
};
export type ResetSlot = SlotAccount & {
  /** `SUCCESS`. */
  status: string;
};
export type EarlierSlip = {
  createdAt: string;
  id: string;
};
export type UploadedSlip = {
  /** What it brought. */
  amount?: string | null;
  duplicateOf?: EarlierSlip | null;
  /** The slip's id, as in the list of slips. */
  id: string;
  /** Why it brought nothing: a reason of the catalogue. */
  note?: string | null;
  /** For `after`. */
  position: string;
  status: Standing;
};
export type SlipForm = {
  /** A JPEG, PNG, WebP or GIF. */
  slip: Blob;
};
export type Leg = {
  amount: string;
  /** `WALLET` or a game's code. */
  from: string;
  /** The step's own operation id, as in the statement. */
  id: string;
  /** A code of the catalogue that says why the step has failed. */
  message?: string | null;
  status: Standing;
  /** `WALLET` or a game's code. */
  to: string;
};
export type TransferAnswer = {
  /** The main wallet after it. */
  balance?: string | null;
  /** The movement's id; for a movement without legs as in the statement. */
  id: string;
  /** The steps of a movement through the main wallet, each with its own outcome. */
  legs?: Leg[];
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  status: Standing;
};
export type TransferRequest = {
  amount: Amount;
  /** `WALLET` or a game's code. */
  from: string;
  /** `WALLET` or a game's code, not the same as `from`. */
  to: string;
};
export type TransferAllRequest = {
  /** `WALLET` or a game's code. */
  to: string;
};
export type GiftDeposit = {
  /** What it brought. */
  amount?: string | null;
  /** The main wallet after it. */
  balance?: string | null;
  /** The deposit's id, as in the statement. */
  id: string;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  status: Standing;
};
export type GiftRequest = {
  /** The link as it was sent, its bare hash, or either in the envelope `TL1.`. */
  link: string;
};
export type Withdrawal = Movement & {
  /** It is paid from then on, because the bank account is new. */
  heldUntil?: string | null;
};
export type WithdrawRequest = {
  amount: Amount;
};
