/** The ways in that the operator offers, and the requirements of each channel. */
import type { DepositAccount, DepositLookup } from '../../api/types';
import { type AmountFault, compareAmounts, isZero, parseAmount } from '../../intl/money';

export type DepositMethod = 'slip' | 'qr' | 'gift' | 'manual';

const PAYMENT_SERVICE = 'PAYMENT';

/** An account that can make QR codes. */
export type QrChannel = DepositAccount & { qr: NonNullable<DepositAccount['qr']> };

export function qrChannels(lookup: DepositLookup): QrChannel[] {
  return lookup.banks.filter((bank): bank is QrChannel => bank.qr !== null);
}

/** Accounts that a player can pay to by hand; a payment service takes QR payments only. */
export function accountsToPay(lookup: DepositLookup): DepositAccount[] {
  return lookup.banks.filter((bank) => bank.bankType !== PAYMENT_SERVICE);
}

/**
 * The offered methods, from the fastest to the slowest. A slip needs an account to pay to. When
 * nothing is offered, the slip is the only entry, and its panel says so.
 */
export function depositMethods(lookup: DepositLookup): DepositMethod[] {
  const methods: DepositMethod[] = [];
  if (qrChannels(lookup).length > 0) methods.push('qr');
  if (accountsToPay(lookup).length > 0) methods.push('slip');
  if (lookup.wallets.length > 0) methods.push('gift');
  if (lookup.isManual) methods.push('manual');
  return methods.length > 0 ? methods : ['slip'];
}

const ONE = '1';

/** No channel makes a QR below 1, whatever the operator's file says. */
export function smallestQr(channel: QrChannel): string {
  return compareAmounts(channel.qr.minimum, ONE) < 0 ? ONE : channel.qr.minimum;
}

const BELOW_ZERO = /^\s*[-−–]/;

/**
 * Whether the button makes a QR of what is typed: of anything above 0, or of the channel's minimum
 * where that is above 1. The form explains an amount that cannot be read, so the button stays usable.
 */
export function canMakeQr(typed: string, channel: QrChannel): boolean {
  const parsed = parseAmount(typed, channel.currency);
  if (!parsed.ok) return parsed.fault !== 'empty' && !BELOW_ZERO.test(typed);
  const { minimum } = channel.qr;
  if (compareAmounts(minimum, ONE) <= 0) return !isZero(parsed.amount);
  return compareAmounts(parsed.amount, minimum) >= 0;
}

/** The fault of an amount to deposit. */
export type PayableFault = AmountFault | 'belowMinimum';

/** The amount in wire form, or its fault. */
export function readPayable(
  typed: string,
  minimum: string,
  currency: string,
): { ok: true; amount: string } | { ok: false; fault: PayableFault } {
  const parsed = parseAmount(typed, currency);
  if (!parsed.ok) return parsed;
  const isPayable = !isZero(parsed.amount) && compareAmounts(parsed.amount, minimum) >= 0;
  return isPayable ? parsed : { ok: false, fault: 'belowMinimum' };
}
