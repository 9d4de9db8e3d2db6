/**
 * The wire forms of the gateway as the screens know them: the generated ones, narrowed where the
 * document says "string" and means one of a few. Money, ids and positions are strings.
 */

import type * as wire from './generated/generated';
import type * as money from './generated/generatedMoney';
import type { Present } from './narrowed';

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

export type RegistrationStep = money.WizardStep;
type OptionalAtRegistration = 'inviteCode' | 'currency' | 'otpToken';
export type Registration = Required<Omit<money.AccountDraft, 'step' | OptionalAtRegistration>> & {
  inviteCode?: string;
  currency?: string;
  otpToken?: string;
};

export type BankAccount = wire.RegisteredBankAccount;
export type Profile = wire.Profile;
export type ProfileWithBank = wire.FullProfile;
export type OtpSent = Narrow<money.OtpSent, { code: 'OTP_SENT' | 'OTP_VERIFIED' }>;
export type LoginAnswer = wire.LoginAnswer;

export type SlotCategory = wire.Category;
export type Slot = Present<wire.Slot>;
export type Wallet = Narrow<
  wire.WalletAnswer,
  { wallet: { amount: string; currency: Currency }; slots: Slot[] }
>;
export type SlotRefresh = wire.RefreshAnswer;
export type GameBalance = wire.GameBalance;
export type SlotAccount = money.SlotAccount;

export type CommandAnswer = money.Movement;
export type Leg = money.Leg;
export type TransferAnswer = money.TransferAnswer;
export type Withdrawal = money.Withdrawal;
export type GiftAnswer = money.GiftDeposit;
export type SlipAnswer = money.UploadedSlip;

export type StatementType = money.StatementKind;

export type StatementLine = Omit<money.Statement, 'status' | 'direction' | 'balance'> & {
  status: CommandStatus;
  direction: 'in' | 'out' | 'none';
  /** Running balance of the main wallet after this line; null while nothing has moved. */
  balance: string | null;
};
export type StatementPage = Narrow<money.StatementList, { statements: StatementLine[] }>;
export type Slip = Narrow<money.SlipItem, { status: CommandStatus }>;
/** The rules of slips, and how long nine of ten took of late; null where too few were counted. */
export type SlipRules = Present<money.SlipLookup>;
export type SlipPage = Narrow<money.SlipList, { slips: Slip[] }>;

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
    frozen: money.Reach | null;
  }
>;

export type GrantKind = 'limit' | 'day' | 'week' | 'promotion' | 'refund' | 'invite' | 'coupon';
export type GrantOutcome = money.GrantEnding;
export type QuoteStatus = money.QuoteStatus;
export type QuoteFigures = Present<money.QuoteFigures>;
/** What an offer would give and cost this player, before it is claimed. */
export type Quote = Narrow<money.Quote, { figures: QuoteFigures | null }>;
export type Bonus = Narrow<money.BonusItem, { quote: Quote }>;
export type BonusList = { bonuses: Bonus[]; asOf: string };
export type Promotion = Present<money.Promotion>;
/** What a grant is worth and when it ends; the same for a bonus and a promotion. */
export type GrantOffer = Omit<Promotion, 'title' | 'description'>;
export type Grant = Present<money.GrantInfo>;
export type ActiveGrant = Narrow<
  money.ActiveAnswer,
  { type: GrantKind | null; grant: Grant | null }
>;
export type GrantAnswer = money.GrantAnswer;
export type GrantEnd = money.ClearAnswer;

export type RefundCheck = Present<money.RefundCheck>;
export type RefundAnswer = money.ReceivedAnswer;
export type Refund = Narrow<money.RefundItem, { status: 'RECEIVED' | 'ADDED' | 'EXPIRED' }>;
export type RefundPage = Narrow<money.RefundList, { refunds: Refund[] }>;
