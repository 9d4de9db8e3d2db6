/**
 * Which standard a payment code follows. EMVCo's merchant-presented codes begin with the field 00
 * of the value 01; the banks of Thailand and Laos read those of their currency.
 */
const EMV_BEGIN = '000201';

const STANDARDS: Record<string, string> = { THB: 'THAI QR PAYMENT', LAK: 'LAO QR' };

/** What is printed above such codes; null for a code of another kind. */
export function standardOf(payload: string | null | undefined, currency: string): string | null {
  return payload?.startsWith(EMV_BEGIN) ? (STANDARDS[currency] ?? null) : null;
}
