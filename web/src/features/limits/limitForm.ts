/** What a changed deposit limit means, and how much of one is used. */
import type { DepositLimit, ExclusionKind, ExclusionPeriod, LimitPeriod } from '../../api/types';
import { type AmountFault, compareAmounts, parseAmount } from '../../intl/money';

export const PERIODS: readonly LimitPeriod[] = ['day', 'week', 'month'];

export const BREAKS: Record<ExclusionKind, readonly ExclusionPeriod[]> = {
  TIME_OUT: ['DAY', 'WEEK', 'MONTH'],
  SELF_EXCLUSION: ['SIX_MONTHS', 'YEAR', 'FIVE_YEARS', 'FOREVER'],
};

/** A lower or first limit applies at once, a higher one or none after a day. */
export type Effect = 'same' | 'now' | 'later';

/** `null` is no limit, for the present and for the chosen one. */
export function effectOf(present: string | null, chosen: string | null): Effect {
  if (present === null) return chosen === null ? 'same' : 'now';
  if (chosen === null) return 'later';
  const order = compareAmounts(chosen, present);
  return order === 0 ? 'same' : order < 0 ? 'now' : 'later';
}

export type CheckedLimit = { ok: true; limit: string } | { ok: false; fault: AmountFault };

/** Zero is a limit: no deposit is allowed. */
export function checkLimit(typed: string, currency: string): CheckedLimit {
  const parsed = parseAmount(typed, currency);
  return parsed.ok ? { ok: true, limit: parsed.amount } : parsed;
}

const PARTS = 1000n;

/** 0 to 1: how much of the limit is deposited or reserved; only for drawing. */
export function shareUsed({ limit, remaining }: DepositLimit): number {
  if (limit === null || remaining === null) return 0;
  const whole = inUnits(limit);
  if (whole === 0n) return 1;
  const used = whole - inUnits(remaining);
  const share = Number((used * PARTS) / whole) / Number(PARTS);
  return Math.min(1, Math.max(0, share));
}

/** The amount as a whole number of hundredths. */
function inUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}
