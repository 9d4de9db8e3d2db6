import { asciiDigits } from '../client/digits';

/** Strips what people write between the digits of an account number. */
export function normaliseAccountNo(input: string): string {
  return asciiDigits(input).replace(/[\s\u00a0.\-–]/g, '');
}

/** Thai banks use 10 to 15 digits; Lao ones 8 to 20. No check digit is public. */
export function isAccountNo(number: string, laoMode = false): boolean {
  return laoMode ? /^\d{8,20}$/.test(number) : /^\d{10,15}$/.test(number);
}

/** `1230102012` → `xxx-xxx-2012`: enough to know one's own account by. */
export function maskAccountNo(number: string): string {
  return `xxx-xxx-${number.slice(-4)}`;
}
