/** Money for the eye and from the hand: decimal strings all the way, never a float. */
import type { Currency } from '../api/types';
import { asciiDigits } from '../client/digits';
import type { MessageId } from './messages';

/** How a command says "everything that is there when it is carried out". */
export const ALL = 'ALL';

/** The least that a transfer moves; the server's own bound may be higher, and then it refuses. */
export const AMOUNT_MIN = '1';

interface CurrencyFacts {
  digits: number;
  sign: string;
  /** For sentences (`บาท`, `ກີບ`); amounts alone carry the sign. */
  name: MessageId;
}

/** All that a new currency needs here. */
export const CURRENCIES: Record<Currency, CurrencyFacts> = {
  THB: { digits: 2, sign: '฿', name: 'common.baht' },
  LAK: { digits: 0, sign: '₭', name: 'common.kip' },
};

function factsOf(currency: string): CurrencyFacts | undefined {
  return CURRENCIES[currency as Currency];
}

export function digitsOf(currency: string): number {
  return factsOf(currency)?.digits ?? 2;
}

/** What is written before an amount; the code where there is no sign. */
export function currencySign(currency: string): string {
  return factsOf(currency)?.sign ?? (currency && `${currency} `);
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

interface Parts {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

function partsOf(amount: string): Parts | null {
  const match = DECIMAL.exec(amount.trim());
  if (!match) return null;
  const whole = (match[2] ?? '0').replace(/^0+(?=\d)/, '');
  return { isNegative: match[1] === '-', whole, fraction: match[3] ?? '' };
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1234.5` → `1,234.50`. Digits beyond the currency's own are shown, never rounded away. */
export function formatAmount(amount: string, currency: string): string {
  return formatNumber(amount, factsOf(currency)?.digits);
}

/** `1234.5` → `1,234.5`: with so many decimals or more, else with those that it has. */
export function formatNumber(amount: string, least?: number): string {
  const parts = partsOf(amount);
  if (!parts) return amount;
  const digits = least ?? parts.fraction.length;
  const fraction = parts.fraction
    .padEnd(digits, '0')
    .replace(/0+$/, (zeros, at: number) => zeros.slice(0, Math.max(0, digits - at)));
  const shown = fraction ? `${grouped(parts.whole)}.${fraction}` : grouped(parts.whole);
  return parts.isNegative && !isZero(amount) ? `−${shown}` : shown;
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** Compares two decimal strings exactly: below 0, 0 or above 0, as `Array.sort` wants. */
export function compareAmounts(left: string, right: string): number {
  const digits = Math.max(fractionLength(left), fractionLength(right));
  const difference = scaled(left, digits) - scaled(right, digits);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Exact sum of decimal strings, with the most digits any of them has. */
export function addAmounts(...amounts: string[]): string {
  const digits = Math.max(0, ...amounts.map(fractionLength));
  const sum = amounts.reduce((total, amount) => total + scaled(amount, digits), 0n);
  return unscaled(sum, digits);
}

/** Exact product, e.g. of a balance and a display factor; trailing zeros are kept. */
export function multiplyAmounts(left: string, right: string): string {
  const [leftDigits, rightDigits] = [fractionLength(left), fractionLength(right)];
  const product = scaled(left, leftDigits) * scaled(right, rightDigits);
  return unscaled(product, leftDigits + rightDigits);
}

/** An amount on the way from one to another; `thousandths` of the way, exact to their digits. */
export function amountBetween(from: string, to: string, thousandths: number): string {
  const digits = Math.max(fractionLength(from), fractionLength(to));
  const begin = scaled(from, digits);
  const way = scaled(to, digits) - begin;
  return unscaled(begin + (way * BigInt(thousandths)) / 1000n, digits);
}

/** The largest multiple of `step` that is not above the amount; exact. */
export function floorTo(amount: string, step: string): string {
  const digits = Math.max(fractionLength(amount), fractionLength(step));
  const [value, unit] = [scaled(amount, digits), scaled(step, digits)];
  return unit > 0n ? unscaled(value - (value % unit), digits) : amount;
}

function unscaled(value: bigint, digits: number): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const shown = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  return value < 0n ? `-${shown}` : shown;
}

function fractionLength(amount: string): number {
  return partsOf(amount)?.fraction.length ?? 0;
}

function scaled(amount: string, digits: number): bigint {
  const parts = partsOf(amount);
  if (!parts) return 0n;
  const value = BigInt(parts.whole + parts.fraction.padEnd(digits, '0'));
  return parts.isNegative ? -value : value;
}

/** `meant`: a point where others write a comma; the amount in the spelling that is read. */
export type AmountFault = 'empty' | 'malformed' | 'tooManyDecimals' | { meant: string };

export type ParsedAmount = { ok: true; amount: string } | { ok: false; fault: AmountFault };

/** Longer numbers cannot be meant; the server's own limit is far below. */
const WHOLE_DIGITS_MAX = 12;

const SIGNS = Object.values(CURRENCIES).map(({ sign }) => sign);
const SPACES_AND_SIGNS = new RegExp(`[\\s\\u00a0${SIGNS.join('')}]`, 'g');

/** Thousands as many phones write them. */
const POINTED = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/**
 * What a person types or pastes (`1,000`, ` ๑๐๐ `, `฿50.5`) → `1000.00`, `100.00`, `50.50`. A point
 * that may separate thousands is asked about, and a currency without decimals has no point.
 */
export function parseAmount(input: string, currency: string): ParsedAmount {
  return parseNumber(input, digitsOf(currency));
}

export function parseNumber(input: string, digits: number): ParsedAmount {
  const text = asciiDigits(input).replace(SPACES_AND_SIGNS, '');
  if (!text) return { ok: false, fault: 'empty' };
  if (POINTED.test(text)) {
    const meant = text.replaceAll('.', '');
    const isAmount = meant.length <= WHOLE_DIGITS_MAX;
    return { ok: false, fault: isAmount ? { meant: formatNumber(meant) } : 'malformed' };
  }
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d*))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(',', '') ?? '';
  const fraction = match?.[2] ?? '';
  if (!match || (!whole && !fraction)) return { ok: false, fault: 'malformed' };
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  if (trimmed.length > WHOLE_DIGITS_MAX) return { ok: false, fault: 'malformed' };
  const isTooLong = digits === 0 ? text.includes('.') : /[1-9]/.test(fraction.slice(digits));
  if (isTooLong) return { ok: false, fault: 'tooManyDecimals' };
  const shown = fraction.slice(0, digits).padEnd(digits, '0');
  return { ok: true, amount: digits ? `${trimmed}.${shown}` : trimmed };
}
