/**
 * The wire forms of the gateway as the screens know them: the generated ones, narrowed where the
 * document says "string" and means one of a few. Money, ids and positions are strings.
 */
import type { Present } from './adapt';
import type * as wire from './generated';
import type * as money from './generatedMoney';

/** An operator's text in the three languages; missing ones fall back to Thai. */
export type LocalText = Pick<wire.Text, 'th'> & { la?: string | null; en?: string | null };

/** A picture of the operator with a text below it. */
export interface Banner {
  image: string;
  html: LocalText;
}

export type Currency = 'THB' | 'LAK';
export type CommandStatus = money.Standing;

type Narrow<T, N extends Partial<Record<keyof T, unknown>>> = Omit<Present<T>, keyof N> & N;

export type Info = Narrow<wire.Info, { currency: Currency; defaultLocale: 'th' | 'la' }>;
export type Bank = Present<wire.BankItem>;
export type BankNames = wire.BankNames & { nameLA?: string | null };
export type Source = wire.Source;
export type Contact = Present<wire.ContactInfo>;
export type DepositAccount = Narrow<wire.DepositAccountItem, { currency: Currency }>;
export type DepositLookup = Narrow<wire.DepositLookup, { banks: DepositAccount[] }>;
export type WithdrawLimits = wire.WithdrawLookup;
export type ServiceState = Present<wire.ServiceState>;

export type RegistrationStep = wire.WizardStep;
type OptionalAtRegistration = 'inviteCode' | 'currency' | 'otpToken';
export type Registration = Required<Omit<wire.AccountDraft, 'step' | OptionalAtRegistration>> & {
  inviteCode?: string;
  currency?: string;
  otpToken?: string;
};

export type BankAccount = wire.RegisteredBankAccount;
export type Profile = wire.Profile;
export type ProfileWithBank = wire.FullProfile;
export type OtpSent = Narrow<wire.OtpSent, { code: 'OTP_SENT' | 'OTP_VERIFIED' }>;
export type LoginAnswer = wire.LoginAnswer;

export type SlotCategory = wire.Category;
export type Slot = Present<wire.Slot>;
export type Wallet = Narrow<
  wire.WalletAnswer,
  { wallet: { amount: string; currency: Currency }; slots: Slot[] }
>;
export type SlotRefresh = wire.RefreshAnswer;
export type SlotAccount = money.SlotAccount;

export type CommandAnswer = money.Movement;
export type Leg = money.Leg;
export type TransferAnswer = money.TransferAnswer;
export type Withdrawal = money.Withdrawal;
export type GiftAnswer = money.GiftDeposit;
export type SlipAnswer = money.UploadedSlip;

export type StatementType = wire.StatementKind | 'bonus' | 'finish_bonus';

interface Described {
  description: LocalText;
}

export type StatementLine = Omit<
  wire.Statement,
  'statementType' | 'status' | 'direction' | 'balance'
> & {
  statementType: StatementType;
  status: CommandStatus;
  direction: 'in' | 'out' | 'none';
  /** Running balance of the main wallet after this line; null while nothing has moved. */
  balance: string | null;
  /** What a grant is about, by its kind. */
  bonus?: Described | null;
  promotion?: Described | null;
  invite?: Described | null;
  refund?: Described | null;
  luckydraw?: Described | null;
  /** How a grant has ended. */
  outcome?: string | null;
};
export type StatementPage = Narrow<wire.StatementList, { statements: StatementLine[] }>;
export type Slip = Narrow<wire.SlipItem, { status: CommandStatus }>;
export type SlipPage = Narrow<wire.SlipList, { slips: Slip[] }>;

export type LimitPeriod = keyof money.DepositLimits;
export type PendingLimit = Present<money.PendingLimit>;
export type DepositLimit = Narrow<money.DepositLimit, { pending: PendingLimit | null }>;
export type ExclusionKind = money.ExclusionKind;
export type ExclusionPeriod = money.ExclusionPeriod;
export type CurrentExclusion = Present<money.CurrentExclusion>;
export type PlayerLimits = Narrow<
  money.Limits,
  {
    currency: Currency;
    deposit: Record<LimitPeriod, DepositLimit>;
    exclusion: CurrentExclusion | null;
  }
>;

export type GrantKind = 'limit' | 'day' | 'week' | 'promotion' | 'refund' | 'invite' | 'coupon';
export type GrantOutcome = 'SUCCESS' | 'FAIL' | 'EXPIRED' | 'EXCLUDED';

/** The member's own record of a bonus. */
export interface UserBonus {
  _id: string | null;
  isActive: boolean;
  received: { updatedAt: string }[];
}

/** What a grant is worth and when it ends; the same for a bonus and a promotion. */
export interface GrantOffer {
  code: string;
  percentFail: number;
  successPercent: number;
  turnoverTimes: number;
  /** A share of the deposit, up to the cap; else the amount is fixed. */
  percent: number | null;
  cap: string | null;
  amount: string | null;
  minDeposit: string | null;
  maxWithdraw: string | null;
  expireDays: number | null;
}

export interface Bonus extends GrantOffer {
  title: LocalText;
  type: 'limit' | 'day' | 'week';
  maxReceived: number;
  banners: Banner[];
  userBonus: UserBonus;
  /** Within the day or week of its type. */
  receivedCount: number;
  isReceived: boolean;
}
export interface BonusList {
  bonuses: Bonus[];
  asOf: string;
}

export interface Promotion extends GrantOffer {
  title?: LocalText;
  description: LocalText;
}

export interface Grant {
  id: string;
  kind: string;
  code: string | null;
  title: LocalText | null;
  amount: string;
  base: string;
  /** Won from here on. */
  successFrom: string;
  /** Lost down to here. */
  failTo: string;
  turnoverNeeded: string;
  /** What the player holds, as booked: the providers are asked again when it ends. */
  total: string;
  percentFail: number;
  startedAt: string;
  expiresAt: string | null;
  isWithdrawBlocked: boolean;
}
export interface ActiveGrant {
  status: boolean;
  type: GrantKind | null;
  grant: Grant | null;
}

export interface GrantAnswer {
  status: CommandStatus;
  position: string;
  balance: string;
  amount: string;
}
export interface GrantEnd {
  message: string;
  outcome: GrantOutcome;
  amount: string;
  /** What went back to the house. */
  taken: string;
  total: string;
  base: string;
  position: string;
  balance: string;
}

export interface RefundCheck {
  result: boolean;
  /** An active grant blocks receiving. */
  bonus: boolean;
  info: LocalText;
  refundAmount: string;
  refundSuccess: string;
  refundFail: string;
  netLoss: string;
  period: { from: string; to: string };
  /** Received, and to be added to the wallet in time. */
  pending: { amount: string; keepUntil: string } | null;
}
export interface RefundAnswer {
  message: string;
  refundAmount: string;
  keepUntil: string;
  position: string;
}
export interface Refund {
  refundAmount: string;
  createdAt: string;
  status: 'RECEIVED' | 'ADDED' | 'EXPIRED';
}
export interface RefundPage {
  total: number;
  refunds: Refund[];
}
