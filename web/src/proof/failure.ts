/** Why a proof does not hold. Each kind has its own words, in three languages, in `words/`. */

export const REASONS = [
  // The file or the answer itself.
  'unreadable',
  'no-proof',
  'ambiguous',
  'empty',
  // The checkpoint.
  'unknown-key',
  'retired-key',
  'signature',
  'wrong-log',
  // The receipt in the log.
  'tree-size',
  'not-covered',
  'not-sealed',
  'wrong-event',
  // What the event says about its line.
  'newer',
  'event',
  'type',
  'direction',
  'amount',
  'balance',
  'time',
  'currency',
  // The lines and events among each other.
  'order',
  'gap',
  'missing',
  'history',
  'opening',
  'closing',
  'period',
  'today',
  // A wallet's money in the service's total.
  'total',
  'uncounted',
  'stale',
  'wrong-wallet',
  // The log compared with what this device has seen of it.
  'fork',
  'rewritten',
  'shrunk',
  'key-changed',
] as const;

export type Reason = (typeof REASONS)[number];

/** The first thing that does not hold. */
export class ProofFailure extends Error {
  readonly reason: Reason;
  /** The field or file part, as a hint for an investigation. */
  readonly where: string;
  /** The event's number in the wallet's chain, if the failure is about one event. */
  event: number | null = null;

  constructor(reason: Reason, where = '') {
    super(where ? `${reason}: ${where}` : reason);
    this.name = 'ProofFailure';
    this.reason = reason;
    this.where = where;
  }

  at(event: number): this {
    this.event ??= event;
    return this;
  }
}
