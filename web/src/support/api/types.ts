/** What the support routes answer. Money, ids and positions are strings. */

export type StaffRole = 'agent' | 'supervisor' | 'auditor';

export interface StaffMember {
  id: string;
  username: string;
  name: string;
  role: StaffRole;
}

/** A look at a player that was asked for, and until when it is good. */
export interface Look {
  lookId: string;
  until: string;
}

export interface FoundPlayer {
  id: string;
  name: string;
  username: string;
  createdAt: string;
  isActive: boolean;
  /** What the words were found in: `phone`, `name`, `id`, `slip`, `operation`, `amount` … */
  matched: string;
  /** What was found of the player, where that is what was looked for. */
  operation?: FoundOperation | null;
}

export interface FoundOperation {
  id: string;
  kind: string;
  amount?: string | null;
  at?: string | null;
  /** Its event in the player's stream. */
  sequence?: number | null;
}

/** A line of the statement, briefly. */
export interface PlayerLine {
  id: string;
  operationId: string;
  kind: string;
  status: string;
  direction: 'in' | 'out' | 'none';
  from: string;
  to: string;
  amount: string;
  balance?: string | null;
  createdAt: string;
  reason?: string | null;
}

/** A player, as of now. */
export interface PlayerView {
  id: string;
  username: string;
  name: string;
  createdAt: string;
  isActive: boolean;
  currency: string;
  bankAccount: {
    bankCode: string;
    bank: { nameTH: string; nameEN: string; nameLA?: string | null };
    holder: string;
    accountNo: string;
    isMasked: boolean;
  };
  /** How many events the player's stream has. */
  sequence: number;
  state: WalletState;
  lines: PlayerLine[];
}

export interface Money {
  amount: string;
  currency: string;
}

export interface Bucket extends Money {
  account: string;
}

export interface StateGrant {
  id: string;
  kind: string;
  reference: string;
  amount: string;
  base: string;
  successFrom: string;
  failTo: string;
  turnover: string;
  maxWithdraw: string | null;
  expiresAt: string | null;
  startedAt: string;
}

export interface StateWork {
  id: string;
  status: string;
  amount: string | null;
  from: string | null;
  to: string | null;
  until: string | null;
}

export interface StateLimit {
  period: string;
  limit: string | null;
  used: string;
  remaining: string | null;
  pending: string | null;
  pendingFrom: string | null;
}

/** A wallet as it stood after some event. */
export interface WalletState {
  buckets: Bucket[];
  grant: StateGrant | null;
  coins: string | null;
  openTransfers: StateWork[];
  openWithdrawals: StateWork[];
  openSlips: StateWork[];
  openQr: StateWork[];
  openGifts: StateWork[];
  openManual: StateWork[];
  limits: StateLimit[];
  exclusion: { kind: string; until: string | null } | null;
  realityCheck: number | null;
  games: { game: string; username: string }[];
  pendingRefund: string | null;
  uncollectedInvites: string | null;
  bankAccount: string | null;
  payoutsHeldUntil: string | null;
}

export interface Actor {
  kind: string;
  id?: string | null;
  name?: string | null;
}

/** What a line of the timeline says; each part is absent where the event has none. */
export interface Summary {
  amount?: string;
  currency?: string;
  /** The player's first bucket that changed, and by how much. */
  account?: string;
  change?: string;
  /** The main wallet right after it. */
  main?: string;
  from?: string;
  to?: string;
  game?: string;
  reason?: string;
  outcome?: string;
  reference?: string;
  operation?: string;
}

export interface TimelineEvent {
  sequence: number;
  position: string;
  type: string;
  at: string;
  actor: Actor;
  requestId: string;
  summary: Summary;
}

export interface Timeline {
  total: number;
  events: TimelineEvent[];
  nextAfter: number | null;
  /** Every type that the stream has. */
  types: string[];
}

export interface Change {
  path: string;
  before: unknown;
  after: unknown;
}

export interface Cause {
  sequence: number;
  type: string;
}

/** Which rule led to an event, what it found and what it was given. */
export interface Why {
  rule: string;
  code: string;
  inputs: Record<string, unknown>;
  causes: Cause[];
}

export interface Posting extends Money {
  account: string;
}

export interface EventDetail {
  type: string;
  payload: unknown;
  at: string;
  actor: Actor;
  requestId: string;
  hash: string;
  postings: Posting[];
}

export interface Moment {
  sequence: number;
  position: string;
  total: number;
  event: EventDetail;
  state: WalletState;
  diff: Change[];
  why: Why;
}

export interface Comparison {
  a: WalletState;
  b: WalletState;
  diff: Change[];
  flows: Posting[];
}

export interface SeriesPoint {
  sequence: number;
  amount: string;
}
