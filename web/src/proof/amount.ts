/** Money as whole hundredths: exact, however large, and in its one spelling. */
import { ProofFailure, type Reason } from './failure';

const SCALE = 2;
const SPELLINGS: Record<string, RegExp> = {
  THB: /^-?(?:0|[1-9]\d{0,17})\.\d{2}$/,
  LAK: /^-?(?:0|[1-9]\d{0,17})$/,
};

/** An amount with exactly its currency's decimals. */
export function readAmount(text: unknown, currency: unknown, reason: Reason): bigint {
  const spelling = typeof currency === 'string' ? SPELLINGS[currency] : undefined;
  if (!spelling) throw new ProofFailure(reason, 'currency');
  if (typeof text !== 'string' || !spelling.test(text)) throw new ProofFailure(reason, 'amount');
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** As the wire writes it: `1234.50` of baht, `1234` of kip. */
export function writeAmount(value: bigint, currency: string): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const whole = `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}`;
  return SPELLINGS[currency]?.test(whole) ? whole : `${whole}.${digits.slice(-SCALE)}`;
}

/** As the chain hashes it: hundredths of a baht, whole kip. */
export function toSmallestUnit(value: bigint, currency: string): bigint {
  return currency === 'LAK' ? value / 10n ** BigInt(SCALE) : value;
}
