import { walletApi as api } from "../transport/api";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateBankAccountName: build.mutation<
      UpdateBankAccountNameApiResponse,
      UpdateBankAccountNameApiArg
    >({
      query: (queryArg) => ({
        url: `/api/account/bankAccountName`,
        method: "PUT",
        body: queryArg.bankAccountNameUpdate,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/account/changepwd`,
        method: "PUT",
        body: queryArg.passwordChange,
      }),
    }),
    getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
      query: () => ({ url: `/api/account/profile` }),
    }),
    updateProfile: build.mutation<
      UpdateProfileApiResponse,
      UpdateProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/account/profile`,
        method: "PUT",
        body: queryArg.profileUpdate,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    validateAccount: build.mutation<
      ValidateAccountApiResponse,
      ValidateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/account/validate`,
        method: "POST",
        body: queryArg.accountDraft,
      }),
    }),
    logIn: build.mutation<LogInApiResponse, LogInApiArg>({
      query: (queryArg) => ({
        url: `/api/login`,
        method: "POST",
        body: queryArg.loginRequest,
        headers: {
          "X-Device-Id": queryArg["X-Device-Id"],
        },
      }),
    }),
    getActive: build.query<GetActiveApiResponse, GetActiveApiArg>({
      query: () => ({ url: `/api/lookup/active` }),
    }),
    listAgreements: build.query<
      ListAgreementsApiResponse,
      ListAgreementsApiArg
    >({
      query: () => ({ url: `/api/lookup/agreements` }),
    }),
    listBanks: build.query<ListBanksApiResponse, ListBanksApiArg>({
      query: () => ({ url: `/api/lookup/banks` }),
    }),
    listConditions: build.query<
      ListConditionsApiResponse,
      ListConditionsApiArg
    >({
      query: () => ({ url: `/api/lookup/conditions` }),
    }),
    getContact: build.query<GetContactApiResponse, GetContactApiArg>({
      query: () => ({ url: `/api/lookup/contact` }),
    }),
    getDepositLookup: build.query<
      GetDepositLookupApiResponse,
      GetDepositLookupApiArg
    >({
      query: () => ({ url: `/api/lookup/deposit` }),
    }),
    getInfo: build.query<GetInfoApiResponse, GetInfoApiArg>({
      query: () => ({ url: `/api/lookup/info` }),
    }),
    getRegisterOtp: build.query<
      GetRegisterOtpApiResponse,
      GetRegisterOtpApiArg
    >({
      query: () => ({ url: `/api/lookup/registerOTP` }),
    }),
    listSources: build.query<ListSourcesApiResponse, ListSourcesApiArg>({
      query: () => ({ url: `/api/lookup/sources` }),
    }),
    getWithdrawLookup: build.query<
      GetWithdrawLookupApiResponse,
      GetWithdrawLookupApiArg
    >({
      query: () => ({ url: `/api/lookup/withdraw` }),
    }),
    sendOtp: build.mutation<SendOtpApiResponse, SendOtpApiArg>({
      query: (queryArg) => ({
        url: `/api/otp/send`,
        method: "POST",
        body: queryArg.otpRequest,
      }),
    }),
    verifyOtp: build.mutation<VerifyOtpApiResponse, VerifyOtpApiArg>({
      query: (queryArg) => ({
        url: `/api/otp/verify`,
        method: "POST",
        body: queryArg.otpCheck,
      }),
    }),
    getWallet: build.query<GetWalletApiResponse, GetWalletApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet`,
        params: {
          after: queryArg.after,
        },
      }),
    }),
    refreshSlots: build.mutation<RefreshSlotsApiResponse, RefreshSlotsApiArg>({
      query: (queryArg) => ({
        url: `/api/wallet/refresh/slot`,
        method: "POST",
        params: {
          games: queryArg.games,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type UpdateBankAccountNameApiResponse = /** status 200 undefined */ Done;
export type UpdateBankAccountNameApiArg = {
  bankAccountNameUpdate: BankAccountNameUpdate;
};
export type ChangePasswordApiResponse = /** status 200 undefined */ Done;
export type ChangePasswordApiArg = {
  passwordChange: PasswordChange;
};
export type GetProfileApiResponse = /** status 200 undefined */ FullProfile;
export type GetProfileApiArg = void;
export type UpdateProfileApiResponse = /** status 200 undefined */ SavedProfile;
export type UpdateProfileApiArg = {
  /** The client's name for one intent, 1 to 128 visible ASCII characters. A key once used answers what it answered, for ever: the same status and body, with `Idempotency-Replayed: true`, also for a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`), however much has changed since; who wants to try again takes another key. The same key with another body is `IDEMPOTENCY_MISMATCH`. Nothing is decided, and the key stays free, where the answer is 400, 401, 403, 429 or 5xx; an answer of 202 is told again with how the command stands then. A game account and a QR are told as they stand then, always the key's own. */
  "Idempotency-Key": string;
  profileUpdate: ProfileUpdate;
};
export type ValidateAccountApiResponse = /** status 200 undefined */ Done;
export type ValidateAccountApiArg = {
  accountDraft: AccountDraft;
};
export type LogInApiResponse = /** status 200 undefined */ LoginAnswer;
export type LogInApiArg = {
  /** Random id that the browser keeps, 32 hexadecimal digits */
  "X-Device-Id"?: string;
  loginRequest: LoginRequest;
};
export type GetActiveApiResponse = /** status 200 undefined */ ServiceState;
export type GetActiveApiArg = void;
export type ListAgreementsApiResponse =
  /** status 200 undefined */ AgreementList;
export type ListAgreementsApiArg = void;
export type ListBanksApiResponse = /** status 200 undefined */ BankList;
export type ListBanksApiArg = void;
export type ListConditionsApiResponse =
  /** status 200 undefined */ ConditionList;
export type ListConditionsApiArg = void;
export type GetContactApiResponse = /** status 200 undefined */ ContactInfo;
export type GetContactApiArg = void;
export type GetDepositLookupApiResponse =
  /** status 200 undefined */ DepositLookup;
export type GetDepositLookupApiArg = void;
export type GetInfoApiResponse = /** status 200 undefined */ Info;
export type GetInfoApiArg = void;
export type GetRegisterOtpApiResponse = /** status 200 undefined */ RegisterOtp;
export type GetRegisterOtpApiArg = void;
export type ListSourcesApiResponse = /** status 200 undefined */ SourceList;
export type ListSourcesApiArg = void;
export type GetWithdrawLookupApiResponse =
  /** status 200 undefined */ WithdrawLookup;
export type GetWithdrawLookupApiArg = void;
export type SendOtpApiResponse = /** status 200 undefined */ OtpSent;
export type SendOtpApiArg = {
  otpRequest: OtpRequest;
};
export type VerifyOtpApiResponse = /** status 200 undefined */ OtpVerified;
export type VerifyOtpApiArg = {
  otpCheck: OtpCheck;
};
export type GetWalletApiResponse = /** status 200 undefined */ WalletAnswer;
export type GetWalletApiArg = {
  /** Shows at least this position */
  after?: string;
};
export type RefreshSlotsApiResponse = /** status 200 undefined */ RefreshAnswer;
export type RefreshSlotsApiArg = {
  /** Codes with commas between them; without it, every game where the player has an account. */
  games?: string;
};
export type Done = {
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
export type BankAccountNameUpdate = {
  bankAccountName: string;
  bankCode: string;
};
export type PasswordChange = {
  newPassword: string;
  oldPassword: string;
};
export type Profile = {
  /** The member's id. */
  _id: string;
  /** Coins for the wheel. */
  coin: number;
  createdAt: string;
  name: string;
  /** The phone number. */
  username: string;
};
export type BankNames = {
  nameEN: string;
  nameTH: string;
};
export type RegisteredBankAccount = {
  bank: BankNames;
  /** The holder, in capitals. */
  bankAccountName: string;
  bankAccountNo: string;
  bankCode: string;
};
export type FullProfile = Profile & {
  bankAccount: RegisteredBankAccount;
};
export type SavedProfile = {
  /** Withdrawals are paid from then on, because the bank account is new. */
  heldUntil?: string | null;
  /** For `after`: a read that shows this position shows the change. */
  position: string;
  /** `SUCCESS`. */
  status: string;
};
export type ProfileUpdate = {
  /** The holder; absent: as registered. */
  bankAccountName?: string | null;
  /** The number; absent: as registered. */
  bankAccountNo?: string | null;
  /** The bank; absent: as registered. */
  bankCode?: string | null;
  name: string;
  /** The password; needed when the bank account changes. */
  password?: string | null;
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
export type LoginAnswer = {
  /** When the session ends at the latest. */
  expiresAt: string;
  /** For `Authorization: Bearer`. */
  token: string;
};
export type LoginRequest = {
  password: string;
  /** Whether the session lasts for weeks instead of hours. */
  remember?: boolean;
  /** The phone number, in any usual spelling. */
  username: string;
};
export type ServiceState = {
  /** `gone` or `active`. */
  message: string;
  /** `gone` when the service has ended for good. */
  terminated?: string | null;
};
export type Text = {
  /** English. */
  en: string;
  /** Lao. */
  la: string;
  /** Thai. */
  th: string;
};
export type AgreementList = {
  agreements: Text[];
};
export type BankItem = {
  code: string;
  /** Colour of its badge. */
  colour: string;
  /** Whether the holder must be in English letters. */
  englishNameOnly: boolean;
  nameEN: string;
  nameLA?: string | null;
  nameTH: string;
};
export type BankList = {
  banks: BankItem[];
};
export type ConditionList = {
  conditions: Text[];
};
export type ContactInfo = {
  /** HTML. */
  contactText: Text;
  lineLink: string;
  lineName: string;
  /** Address of a picture that holds the link; may be a `data:` address. */
  lineQR?: string | null;
};
export type QrOffer = {
  minimum: string;
  quickAmounts: string[];
};
export type DepositAccountItem = {
  bank: BankNames;
  bankAccountName: string;
  bankAccountNo: string;
  bankCode: string;
  /** `PAYMENT` for a payment service. */
  bankType?: string | null;
  currency: string;
  id: string;
  mode: string;
  qr?: QrOffer | null;
};
export type ManualDepositOffer = {
  minimum: string;
};
export type ClosedHours = {
  from: string;
  until: string;
};
export type DepositWalletItem = {
  /** The smallest gift. */
  minimum: string;
  mode: string;
  walletAccountName: string;
};
export type DepositLookup = {
  banks: DepositAccountItem[];
  /** Whether a deposit may be announced that staff credits by hand. */
  isManual: boolean;
  manual?: ManualDepositOffer | null;
  /** The smallest deposit. */
  minimum: string;
  slipClosed?: ClosedHours | null;
  slipWindowMinutes: number;
  wallets: DepositWalletItem[];
};
export type Info = {
  /** The currency of a new wallet. */
  currency: string;
  /** `th` or `la`. */
  defaultLocale: string;
  laoMode: boolean;
  name: string;
  version: string;
  website: string;
};
export type RegisterOtp = {
  registerOTP: boolean;
};
export type Source = {
  /** The stored code. */
  code: string;
  /** What the player reads. */
  description: Text;
};
export type SourceList = {
  sources: Source[];
};
export type WithdrawLookup = {
  /** Withdrawals asked for now are paid from then on: the bank account is new. */
  heldUntil?: string | null;
  /** Hours that withdrawals wait once the bank account is changed; 0: they do not wait. */
  holdHours: number;
  withdrawMax: string;
  withdrawMin: string;
};
export type OtpSent = {
  /** `OTP_SENT`, or `OTP_VERIFIED` when the caller's `otpToken` proves the number already, or
    no proof is needed. Never the digits. */
  code: string;
  /** Seconds that the code is good for. */
  expiresIn: number;
  /** Four characters that stand in the message as well. */
  otpRef: string;
  /** Comes back with the digits, and with the registration. */
  otpToken: string;
  /** Seconds until another may be asked for. */
  resendIn: number;
};
export type OtpRequest = {
  /** The token of an earlier code that the caller has checked; needed to learn that it still
    proves the number. */
  otpToken?: string | null;
  phoneNumber: string;
};
export type OtpVerified = {
  /** `OTP_CODE_VALID`. */
  code: string;
};
export type OtpCheck = {
  /** Six digits. */
  otpCode: string;
  otpToken: string;
};
export type InviteSum = {
  /** Not collected yet. */
  amount: string;
  /** It is lost at this many; 100 and 0: no condition. */
  fail: string;
  /** Once collected, it is won at this many percent of all that is held right after it. */
  success: string;
};
export type Category = "slot" | "sport" | "lotto";
export type Slot = {
  /** What it holds, in wallet units. */
  amount: string;
  android?: string | null;
  background?: string | null;
  category: Category;
  code: string;
  /** `#rrggbb`. */
  colour: string;
  /** What the shown amount is to be multiplied by. */
  ftWalletSlot: string;
  ios?: string | null;
  /** Whether the player has an account there. */
  isActive: boolean;
  logo?: string | null;
  /** Closed for now. */
  maintenance: boolean;
  name: string;
  /** When the provider last told that; null if it never has. */
  readAt?: string | null;
  web?: string | null;
};
export type MainWallet = {
  amount: string;
  currency: string;
};
export type WalletAnswer = {
  /** The position that this shows. */
  asOf: string;
  bankAccount: RegisteredBankAccount;
  /** On the way to a game. */
  inTransit: string;
  invite: InviteSum;
  /** When the providers were asked last. */
  lastSync?: string | null;
  /** On the way to the bank. */
  pendingWithdrawal: string;
  profile: Profile;
  slots: Slot[];
  /** All of it, games included. */
  total: string;
  wallet: MainWallet;
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
export type RefreshAnswer = {
  /** For `after`. The wallet shows the answers already without it. */
  position: string;
  slots: GameBalance[];
};
