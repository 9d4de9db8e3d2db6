/** Money as whole hundredths: exact, however large. */
import { ProofFailure, type Reason } from './failure';

const SCALE = 2;
const DIGITS: Record<string, number> = { THB: 2, LAK: 0 };

export function readAmount(text: unknown, reason: Reason): bigint {
  const match = typeof text === 'string' ? /^(-?)(\d{1,18})(?:\.(\d{1,2}))?$/.exec(text) : null;
  if (!match) throw new ProofFailure(reason, 'amount');
  const value = BigInt(`${match[2]}${(match[3] ?? '').padEnd(SCALE, '0')}`);
  return match[1] ? -value : value;
}

/** As the wire writes it: `1234.50` of baht, `1234` of kip. */
export function writeAmount(value: bigint, currency: string): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const [whole, fraction] = [digits.slice(0, -SCALE), digits.slice(-SCALE)];
  const hasFraction = DIGITS[currency] !== 0 || fraction !== '00';
  return `${value < 0n ? '-' : ''}${whole}${hasFraction ? `.${fraction}` : ''}`;
}
