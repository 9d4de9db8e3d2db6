/** The wire forms of the gateway that the screens use. Money, ids and positions are strings. */

/** An operator's text in the three languages; missing ones fall back to Thai. */
export interface LocalText {
  th: string;
  la?: string | null;
  en?: string | null;
}

export type Currency = 'THB' | 'LAK';
export type CommandStatus = 'SUCCESS' | 'PENDING' | 'FAILED';

export interface Info {
  name: string;
  website: string;
  currency: Currency;
  laoMode: boolean;
  defaultLocale: 'th' | 'la';
  version: string;
}

export interface Bank {
  code: string;
  nameTH: string;
  nameEN: string;
  nameLA?: string | null;
  colour: string;
  englishNameOnly: boolean;
}

export interface BankNames {
  nameTH: string;
  nameEN: string;
  nameLA?: string | null;
}

export interface Source {
  code: string;
  description: LocalText;
}

export interface Contact {
  contactText: LocalText;
  lineLink: string | null;
  lineName: string | null;
  lineQR: string | null;
}

export interface DepositAccount {
  id: string;
  bankCode: string;
  bankType: string | null;
  mode: string;
  bank: BankNames;
  bankAccountName: string;
  bankAccountNo: string;
  currency: Currency;
}

export interface DepositLookup {
  banks: DepositAccount[];
  wallets: unknown[];
  isManual: boolean;
  minimum: string;
  slipWindowMinutes: number;
}

export interface WithdrawLimits {
  withdrawMin: string;
  withdrawMax: string;
}

export interface SlipRules {
  windowMinutes: number;
  closedFrom: string | null;
  closedUntil: string | null;
}

export interface ServiceState {
  terminated: string | null;
  message: string;
}

export interface Registration {
  name: string;
  username: string;
  password: string;
  sourceCode: string;
  inviteCode?: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency?: string;
}

export type RegistrationStep = 'phone' | 'profile' | 'bank';

export interface BankAccount
  extends Pick<Registration, 'bankCode' | 'bankAccountName' | 'bankAccountNo'> {
  bank: BankNames;
}

export interface Profile {
  _id: string;
  username: string;
  name: string;
  createdAt: string;
  coin: string;
}

export interface ProfileWithBank extends Profile {
  bankAccount: BankAccount;
}

export interface OtpSent {
  otpRef: string;
  otpToken: string;
  code: 'OTP_SENT' | 'OTP_VERIFIED';
  expiresIn: number;
  resendIn: number;
}

export interface LoginAnswer {
  token: string;
  expiresAt: string | null;
}

export type SlotCategory = 'slot' | 'sport' | 'lotto';

export interface Slot {
  code: string;
  name: string;
  category: SlotCategory;
  isActive: boolean;
  amount: string;
  ftWalletSlot: string;
  logo: string | null;
  background: string | null;
  colour: string;
  web: string | null;
  android: string | null;
  ios: string | null;
  maintenance: boolean;
}

export interface Wallet {
  profile: Profile;
  bankAccount: BankAccount;
  wallet: { amount: string; currency: Currency };
  inTransit: string;
  pendingWithdrawal: string;
  total: string;
  invite: { amount: string; success: string; fail: string };
  lastSync: string | null;
  slots: Slot[];
  asOf: string;
}

export interface SlotRefresh {
  slots: { code: string; amount: string; ok: boolean }[];
  position: string;
}

export interface SlotAccount {
  username: string;
  password: string;
}

export interface CommandAnswer {
  status: CommandStatus;
  id: string;
  position: string;
  balance?: string;
}

export interface SlipAnswer {
  status: CommandStatus;
  id: string;
  position: string;
  note?: string | null;
  amount?: string | null;
  /** The player's own earlier slip of the same payment. */
  duplicateOf?: { id: string; createdAt: string } | null;
}

export type StatementType = 'deposit' | 'withdraw' | 'transfer' | 'bonus' | 'finish_bonus';

export interface StatementLine {
  id: string;
  statementType: StatementType;
  status: CommandStatus;
  from: string;
  to: string;
  amount: string;
  direction: 'in' | 'out' | 'none';
  /** Running balance of the main wallet after this line; null while nothing has moved. */
  balance: string | null;
  createdAt: string;
  position: string;
  slip?: { reference: string; description: string } | null;
  reason?: string | null;
}

export interface StatementPage {
  total: number;
  statements: StatementLine[];
  nextCursor: string | null;
  asOf: string;
}

export interface Slip {
  id: string;
  createdAt: string;
  amount: string | null;
  status: CommandStatus;
  note: string | null;
  reference: string | null;
  link: string;
}

export interface SlipPage {
  total: number;
  slips: Slip[];
  nextCursor: string | null;
  asOf: string;
}
