import { walletApi as api } from "../transport/api";
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
        headers: {
          "X-Device-Id": queryArg["X-Device-Id"],
        },
      }),
    }),
    openGame: build.mutation<OpenGameApiResponse, OpenGameApiArg>({
      query: (queryArg) => ({
        url: `/api/autoLogin/${encodeURIComponent(String(queryArg.provider))}/${encodeURIComponent(String(queryArg.username))}`,
        method: "POST",
      }),
    }),
    listBonuses: build.query<ListBonusesApiResponse, ListBonusesApiArg>({
      query: (queryArg) => ({
        url: `/api/bonus`,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    activateBonus: build.mutation<
      ActivateBonusApiResponse,
      ActivateBonusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/bonus/activate/${encodeURIComponent(String(queryArg.code))}`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    checkActive: build.query<CheckActiveApiResponse, CheckActiveApiArg>({
      query: () => ({ url: `/api/bonus/check/active` }),
    }),
    clearBonus: build.mutation<ClearBonusApiResponse, ClearBonusApiArg>({
      query: (queryArg) => ({
        url: `/api/bonus/clear`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    quoteBonus: build.query<QuoteBonusApiResponse, QuoteBonusApiArg>({
      query: (queryArg) => ({
        url: `/api/bonus/quote/${encodeURIComponent(String(queryArg.code))}`,
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
    listClips: build.query<ListClipsApiResponse, ListClipsApiArg>({
      query: () => ({ url: `/api/lookup/howto` }),
    }),
    getNotice: build.query<GetNoticeApiResponse, GetNoticeApiArg>({
      query: () => ({ url: `/api/lookup/notice` }),
    }),
    activatePromotion: build.mutation<
      ActivatePromotionApiResponse,
      ActivatePromotionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/promotion/activate/${encodeURIComponent(String(queryArg.code))}`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    findPromotion: build.query<FindPromotionApiResponse, FindPromotionApiArg>({
      query: (queryArg) => ({
        url: `/api/promotion/find/${encodeURIComponent(String(queryArg.code))}`,
      }),
    }),
    quotePromotion: build.query<
      QuotePromotionApiResponse,
      QuotePromotionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/promotion/quote/${encodeURIComponent(String(queryArg.code))}`,
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
    listRefunds: build.query<ListRefundsApiResponse, ListRefundsApiArg>({
      query: (queryArg) => ({
        url: `/api/refund`,
        method: "POST",
        body: queryArg.refundRequest,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    addRefund: build.mutation<AddRefundApiResponse, AddRefundApiArg>({
      query: (queryArg) => ({
        url: `/api/refund/addWallet`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    checkRefund: build.query<CheckRefundApiResponse, CheckRefundApiArg>({
      query: () => ({ url: `/api/refund/check` }),
    }),
    receiveRefund: build.mutation<
      ReceiveRefundApiResponse,
      ReceiveRefundApiArg
    >({
      query: (queryArg) => ({
        url: `/api/refund/receive`,
        method: "POST",
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    listStatements: build.query<
      ListStatementsApiResponse,
      ListStatementsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/statement`,
        method: "POST",
        body: queryArg.statementRequest,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    listSlips: build.query<ListSlipsApiResponse, ListSlipsApiArg>({
      query: (queryArg) => ({
        url: `/api/statement/slip`,
        method: "POST",
        body: queryArg.slipListRequest,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    findSlipByReference: build.query<
      FindSlipByReferenceApiResponse,
      FindSlipByReferenceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/statement/slip/reference/${encodeURIComponent(String(queryArg.reference))}`,
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
  /** Random id that the browser keeps, 32 hexadecimal digits */
  "X-Device-Id"?: string;
  accountDraft: AccountDraft;
};
export type OpenGameApiResponse = /** status 200 undefined */ GameLink;
export type OpenGameApiArg = {
  provider: string;
  username: string;
};
export type ListBonusesApiResponse = /** status 200 undefined */ BonusList;
export type ListBonusesApiArg = {
  /** Shows at least this position */
  after?: string;
};
export type ActivateBonusApiResponse =
  /** status 200 undefined */ ActivatedBonus;
export type ActivateBonusApiArg = {
  code: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type CheckActiveApiResponse = /** status 200 undefined */ ActiveAnswer;
export type CheckActiveApiArg = void;
export type ClearBonusApiResponse = /** status 200 undefined */ ClearAnswer;
export type ClearBonusApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type QuoteBonusApiResponse = /** status 200 undefined */ Quote;
export type QuoteBonusApiArg = {
  code: string;
};
export type GetLimitsApiResponse = /** status 200 undefined */ Limits;
export type GetLimitsApiArg = void;
export type UpdateLimitsApiResponse = /** status 200 undefined */ Limits;
export type UpdateLimitsApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  limitsUpdate: LimitsUpdate;
};
export type ExcludeApiResponse = /** status 200 undefined */ Limits;
export type ExcludeApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  exclusionRequest: ExclusionRequest;
};
export type ListClipsApiResponse = /** status 200 undefined */ ClipList;
export type ListClipsApiArg = void;
export type GetNoticeApiResponse = /** status 200 undefined */ NoticeText;
export type GetNoticeApiArg = void;
export type ActivatePromotionApiResponse =
  /** status 200 undefined */ GrantAnswer;
export type ActivatePromotionApiArg = {
  code: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type FindPromotionApiResponse = /** status 200 undefined */ Promotion;
export type FindPromotionApiArg = {
  code: string;
};
export type QuotePromotionApiResponse = /** status 200 undefined */ Quote;
export type QuotePromotionApiArg = {
  code: string;
};
export type GetQrcodeApiResponse = /** status 200 undefined */ QrState;
export type GetQrcodeApiArg = {
  bankCode: string;
};
export type CreateQrcodeApiResponse =
  /** status 200 The QR of the key's own order, or `hasQrcode: false` with the reason in `message`. A repeat tells of the same order, as it stands then; never of another one */ QrState;
export type CreateQrcodeApiArg = {
  bankCode: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
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
export type ListRefundsApiResponse = /** status 200 undefined */ RefundList;
export type ListRefundsApiArg = {
  /** Shows at least this position */
  after?: string;
  refundRequest: RefundRequest;
};
export type AddRefundApiResponse = /** status 200 undefined */ GrantAnswer;
export type AddRefundApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type CheckRefundApiResponse = /** status 200 undefined */ RefundCheck;
export type CheckRefundApiArg = void;
export type ReceiveRefundApiResponse =
  /** status 200 undefined */ ReceivedAnswer;
export type ReceiveRefundApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type ListStatementsApiResponse =
  /** status 200 undefined */ StatementList;
export type ListStatementsApiArg = {
  /** Show at least this position. */
  after?: string;
  statementRequest: StatementRequest;
};
export type ListSlipsApiResponse = /** status 200 undefined */ SlipList;
export type ListSlipsApiArg = {
  /** Show at least this position. */
  after?: string;
  slipListRequest: SlipListRequest;
};
export type FindSlipByReferenceApiResponse =
  /** status 200 undefined */ SlipLink;
export type FindSlipByReferenceApiArg = {
  reference: string;
};
export type GetSlotAccountApiResponse = /** status 200 undefined */ SlotAccount;
export type GetSlotAccountApiArg = {
  slotCode: string;
};
export type ActivateSlotApiResponse = /** status 200 undefined */ ActivatedSlot;
export type ActivateSlotApiArg = {
  slotCode: string;
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
};
export type AnnounceDepositApiResponse =
  | /** status 200 A repeat: staff has decided */ Movement
  | /** status 202 Waits for staff */ Movement;
export type AnnounceDepositApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
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
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  slipForm: SlipForm;
};
export type TransferApiResponse =
  | /** status 200 Moved */ TransferAnswer
  | /** status 202 In progress; see the statement */ TransferAnswer;
export type TransferApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  transferRequest: TransferRequest;
};
export type TransferAllApiResponse =
  | /** status 200 Moved; see each leg */ TransferAnswer
  | /** status 202 In progress; see the statement */ TransferAnswer;
export type TransferAllApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  transferAllRequest: TransferAllRequest;
};
export type RedeemGiftApiResponse =
  | /** status 200 Credited */ GiftDeposit
  | /** status 202 In progress; see the statement */ GiftDeposit;
export type RedeemGiftApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  giftRequest: GiftRequest;
};
export type WithdrawApiResponse =
  | /** status 200 Paid */ Withdrawal
  | /** status 202 In progress; see the statement */ Withdrawal;
export type WithdrawApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  withdrawRequest: WithdrawRequest;
};
export type WithdrawAllApiResponse =
  | /** status 200 Paid */ Withdrawal
  | /** status 202 In progress; see the statement */ Withdrawal;
export type WithdrawAllApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
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
export type Text = {
  /** English. */
  en: string;
  /** Lao. */
  la: string;
  /** Thai. */
  th: string;
};
export type BannerItem = {
  /** HTML. */
  html: Text;
  /** Address of the picture. */
  image: string;
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
export type OfferPeriod = "limit" | "day" | "week";
export type ReceivedAt = {
  updatedAt: string;
};
export type UserBonus = {
  /** The last grant of it. */
  _id?: string | null;
  /** Whether that has not ended. */
  isActive: boolean;
  /** Every time it was received, newest first. */
  received: ReceivedAt[];
};
export type BonusItem = {
  amount?: string | null;
  banners: BannerItem[];
  /** The most that `percent` grants. */
  cap?: string | null;
  code: string;
  expireDays?: number | null;
  /** Whether that is as often as may be. */
  isReceived: boolean;
  maxReceived: number;
  /** The most that may be kept. */
  maxWithdraw?: string | null;
  minDeposit?: string | null;
  /** How many percent of the deposit are granted; null where it is `amount`. */
  percent?: number | null;
  /** Lost at this many percent of all that is held right after the grant. */
  percentFail: string;
  /** What it would come to for this player now. Providers are waited for only shortly here. */
  quote: Quote;
  /** How often it was received in the current period of its type. */
  receivedCount: number;
  /** Won at this many percent. */
  successPercent: string;
  title: Text;
  /** How many times deposit and bonus must be played through. */
  turnoverTimes: number;
  /** Since when receipts are counted. */
  type: OfferPeriod;
  userBonus: UserBonus;
};
export type BonusList = {
  /** The position that the list shows. */
  asOf: string;
  bonuses: BonusItem[];
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
export type ActivatedBonus = GrantAnswer & {
  userBonus: UserBonus;
};
export type GrantInfo = {
  /** What was granted. */
  amount: string;
  /** What the percentages are of. */
  base: string;
  code: string;
  expiresAt?: string | null;
  /** Lost down to here. */
  failTo: string;
  id: string;
  /** Nothing can be withdrawn while it is active. */
  isWithdrawBlocked: boolean;
  /** `bonus`, `promotion`, `refund`, `invite` or `coupon`. */
  kind: string;
  percentFail: string;
  startedAt: string;
  /** Won from here on. */
  successFrom: string;
  title: Text;
  /** What the player holds by our books; providers are asked when it is ended. */
  total: string;
  /** What must have been bet before it is won. */
  turnoverNeeded: string;
};
export type ActiveAnswer = {
  grant?: GrantInfo | null;
  /** Whether there is one. */
  status: boolean;
  /** `limit`, `day`, `week`, `promotion`, `refund`, `invite` or `coupon`. */
  type?: string | null;
};
export type GrantEnding = "SUCCESS" | "FAIL" | "EXPIRED" | "EXCLUDED";
export type ClearAnswer = {
  /** What had been granted. */
  amount: string;
  /** The main wallet right after it. */
  balance: string;
  /** What the percentages were of. */
  base: string;
  /** `BONUS_CLEAR`. */
  message: string;
  outcome: GrantEnding;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  /** What went back to the house. */
  taken: string;
  /** What the player held. */
  total: string;
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
export type HowtoCaptions = {
  /** English. */
  en: string;
  /** Lao. */
  la: string;
  /** Thai. */
  th: string;
};
export type Clip = {
  captions?: HowtoCaptions | null;
  /** Address of its still picture. */
  poster: string;
  /** `wallet`, `play`, `balance`, `getBonus` or `endBonus`. */
  topic: string;
  /** Address of the film. */
  video: string;
};
export type ClipList = {
  clips: Clip[];
};
export type NoticeText = {
  notice: Text;
};
export type Promotion = {
  amount?: string | null;
  /** The most that `percent` grants. */
  cap?: string | null;
  code: string;
  description?: Text | null;
  expireDays?: number | null;
  /** The most that may be kept. */
  maxWithdraw?: string | null;
  minDeposit?: string | null;
  /** How many percent of the deposit are granted; null where it is `amount`. */
  percent?: number | null;
  /** Lost at this many percent of all that is held right after the grant. */
  percentFail: string;
  /** Won at this many percent. */
  successPercent: string;
  title: Text;
  /** How many times deposit and grant must be played through. */
  turnoverTimes: number;
};
export type QrState = {
  amount?: string | null;
  /** Seconds until the QR is dropped. */
  expireIn: number;
  expiresAt?: string | null;
  /** Whether there is a QR to pay. */
  hasQrcode: boolean;
  /** Why there is none: a code of the error catalogue. `ALREADY_ENDED`: the order was paid,
    given up, replaced by another one, or its time is over. */
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
export type RefundItem = {
  createdAt: string;
  refundAmount: string;
  /** `RECEIVED`, `ADDED` or `EXPIRED`. */
  status: string;
};
export type RefundList = {
  /** The position that the list shows. */
  asOf: string;
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
  refunds: RefundItem[];
  /** Refunds on all pages. */
  total: number;
};
export type RefundRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string | null;
  limit?: number;
  /** From 1; not looked at when there is a cursor. */
  page?: number;
};
export type Pending = {
  amount: string;
  keepUntil: string;
};
export type Period = {
  from: string;
  to: string;
};
export type RefundCheck = {
  /** Whether an active grant blocks it. */
  bonus: boolean;
  info?: Text | null;
  /** The loss that counts. */
  netLoss: string;
  pending?: Pending | null;
  period?: Period | null;
  refundAmount: string;
  /** It is lost at this many; 100 and 0: no condition. */
  refundFail: string;
  /** The refund is won at this many percent of all that is held right after it. */
  refundSuccess: string;
  /** Whether there is a refund to receive. */
  result: boolean;
};
export type ReceivedAnswer = {
  /** Until when it can be added to the wallet. */
  keepUntil: string;
  /** `REFUND_SUCCESS`. */
  message: string;
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  refundAmount: string;
};
export type GrantName = {
  description: Text;
};
export type StatementGrant = {
  bonus?: GrantName | null;
  invite?: GrantName | null;
  luckydraw?: GrantName | null;
  outcome?: GrantEnding | null;
  promotion?: GrantName | null;
  refund?: GrantName | null;
};
export type StatementSlip = {
  /** The operator's account that received it. */
  description: string;
  /** The reference of the bank or of the payment service. */
  reference: string;
};
export type StatementKind =
  "deposit" | "transfer" | "withdraw" | "bonus" | "finish_bonus" | "correction";
export type Statement = StatementGrant & {
  amount: string;
  /** The main wallet right after this line; null while the line has moved nothing. */
  balance?: string | null;
  createdAt: string;
  currency: string;
  /** `in`, `out` or `none`, from the main wallet's view. */
  direction: string;
  /** `WALLET`, a game's code, a bank's code, `BANK`, `TRUEWALLET`, `MANUAL`, or what granted the
    money: `BONUS`, `PROMOTION`, `REFUND`, `INVITE` or `COUPON`; or `CORRECTION`. */
  from: string;
  /** Until when a withdrawal is held back, while it is. */
  heldUntil?: string | null;
  /** Unique within the wallet. */
  id: string;
  /** By which way a deposit came in: `slip`, `qr`, `gift` or `manual`; null on other lines. */
  method?: string | null;
  position: string;
  /** Why it failed. */
  reason?: string | null;
  slip?: StatementSlip | null;
  statementType: StatementKind;
  /** `PENDING`, `SUCCESS` or `FAILED`. */
  status: string;
  /** As `from`. */
  to: string;
};
export type StatementList = {
  /** The position that the list shows. */
  asOf: string;
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
  statements: Statement[];
  /** Lines on all pages. */
  total: number;
};
export type StatementRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string | null;
  /** Only lines at or after this time. */
  from?: string | null;
  limit?: number;
  /** From 1; not looked at when there is a cursor. */
  page?: number;
  /** Only lines before this time. */
  to?: string | null;
  /** Only these types; absent or empty: all. */
  type?: StatementKind[] | null;
};
export type SlipItem = {
  /** What it brought; null unless credited. */
  amount?: string | null;
  createdAt: string;
  id: string;
  /** Where its picture is. */
  link: string;
  /** The reason code of a slip that failed or that staff looks at. */
  note?: string | null;
  /** The bank's reference in its QR. */
  reference?: string | null;
  /** `PENDING`, `SUCCESS` or `FAILED`. */
  status: string;
};
export type SlipList = {
  /** The position that the list shows. */
  asOf: string;
  /** Where the next page goes on; null on the last one. */
  nextCursor?: string | null;
  slips: SlipItem[];
  /** Slips on all pages. */
  total: number;
};
export type SlipListRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string | null;
  limit?: number;
  /** From 1; not looked at when there is a cursor. */
  page?: number;
};
export type SlipLink = {
  url: string;
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
export type GameBalance = {
  /** In wallet units. */
  amount: string;
  code: string;
  /** A code of the catalogue that says why it has not answered. */
  message?: string | null;
  /** Whether the provider has answered; if not, the amount is the last known one. */
  ok: boolean;
  /** When the provider last told its balance; null if it never has. */
  readAt?: string | null;
};
export type Leg = {
  amount: string;
  /** `WALLET` or a game's code. */
  from: string;
  /** The step's own operation id, as in the statement. */
  id: string;
  /** A code of the catalogue that says why the step has failed. */
  message?: string | null;
  /** Why the provider has refused the step: a code of the catalogue or of the provider. */
  reason?: string | null;
  status: Standing;
  /** `WALLET` or a game's code. */
  to: string;
};
export type TransferAnswer = {
  /** How much moves or has moved to the destination. */
  amount?: string | null;
  /** The main wallet after it. */
  balance?: string | null;
  /** What the games hold now whose step has failed. */
  games?: GameBalance[];
  /** The movement's id; for a movement without legs as in the statement. */
  id: string;
  /** The steps of a movement through the main wallet, each with its own outcome. */
  legs?: Leg[];
  /** For `after`: a read that shows this position shows the effect. */
  position: string;
  status: Standing;
};
export type TransferRequest = {
  /** An amount, or `ALL`: what `from` holds when the transfer is carried out. For a game, the
    provider is asked. */
  amount: string;
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
  /** How much is paid or to be paid. */
  amount?: string | null;
  /** It is paid from then on, because the bank account is new. */
  heldUntil?: string | null;
};
export type WithdrawRequest = {
  /** An amount, or `ALL`: what the main wallet holds when the withdrawal is carried out, up to
    the most that one withdrawal may be. */
  amount: string;
};
