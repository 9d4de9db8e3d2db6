/**
 * What the support routes answer, as the screens know it: the generated forms, where the document
 * says "may be absent" and means null. Money, ids and positions are strings.
 */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';

export type Narrow<T, N extends Partial<Record<keyof T, unknown>>> = Omit<Present<T>, keyof N> & N;

export type StaffRole = 'agent' | 'supervisor' | 'auditor';
export type StaffMember = Narrow<wire.StaffView, { role: StaffRole }>;
/** An access to a player, and until when it is valid. */
export type Look = wire.LookAnswer;

export type FoundPlayer = wire.Found;
export type PlayerLine = wire.PlayerLine;
export type ListedPlayer = Present<wire.PlayerInList>;
export type PlayersPage = Narrow<wire.PlayersPage, { players: ListedPlayer[] }>;
export type PlayerList = wire.ListPlayersApiArg['list'];

export interface Money {
  amount: string;
  currency: string;
}

/** What an account holds, or got. */
export type Bucket = wire.Flow;
export type Posting = wire.Flow;

export type StateGrant = Present<wire.PlayerGrant>;
export type StateWork = Present<wire.PlayerWork>;
export type StateLimit = Present<wire.PlayerLimit>;

type OpenWork =
  | 'openTransfers'
  | 'openWithdrawals'
  | 'openSlips'
  | 'openQr'
  | 'openGifts'
  | 'openManual';

/** A wallet's state after some event. */
export type WalletState = Narrow<
  wire.PlayerState,
  Record<OpenWork, StateWork[]> & {
    grant: StateGrant | null;
    limits: StateLimit[];
    exclusion: Present<wire.PlayerExclusion> | null;
  }
>;

/** A player, as of now. */
export type PlayerFlag = wire.Flag;
export type PlayerNotes = { flags: PlayerFlag[]; notes: Present<wire.PlayerNote>[] };
export type PlayerFreeze = Present<wire.PlayerFreeze>;
export type PlayerLoginFreeze = Present<wire.PlayerLoginFreeze>;
export type PlayerView = Narrow<
  wire.Player,
  {
    state: WalletState;
    freeze: PlayerFreeze | null;
    loginFreeze: PlayerLoginFreeze | null;
    notes: PlayerNotes;
  }
>;

export type Actor = wire.EventActor;
/** A line of the timeline; the parts of its summary are absent where the event has none. */
export type TimelineEvent = wire.PlayerEvent;
export type EventSummary = wire.EventSummary;
export type TransferSteps = wire.TransferSteps;
export type Timeline = Narrow<wire.Timeline, { events: TimelineEvent[] }>;

/** One value that differs: any piece of a state. */
export type Change = Omit<wire.Change, 'before' | 'after'> & { before: unknown; after: unknown };

/** The rule that led to an event, with its result and inputs. */
export type Why = Narrow<wire.Why, { inputs: Record<string, unknown> }>;

export type Moment = Narrow<wire.PlayerMoment, { state: WalletState; diff: Change[]; why: Why }>;
export type Comparison = Narrow<
  wire.PlayerComparison,
  { a: WalletState; b: WalletState; diff: Change[] }
>;
export type SeriesPoint = wire.SeriesPoint;
