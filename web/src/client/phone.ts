/** Phone numbers as people write them → as the product stores them. */
import { asciiDigits } from './digits';

/** Removes what separates digits and turns +66 (or +856 in Lao mode) into the national form. */
export function normalisePhone(input: string, laoMode = false): string {
  const text = asciiDigits(input).replace(/[\s\u00a0().\-–]/g, '');
  if (laoMode) {
    const lao = /^(?:(?:\+|00)?856|0)?(20[2-9]\d{7}|30\d{7})$/.exec(text);
    return lao ? `0${lao[1]}` : text;
  }
  const thai = /^(?:(?:\+|00)66)0?(\d{9})$/.exec(text) ?? /^66(\d{9})$/.exec(text);
  return thai ? `0${thai[1]}` : text;
}

/** The product's rule outside Lao mode is ten characters; here they must be digits, too. */
export function isPhone(phone: string, laoMode = false): boolean {
  return laoMode ? /^0(20[2-9]\d{7}|30\d{7})$/.test(phone) : /^0\d{9}$/.test(phone);
}

/** `0812345678` → `081-234-5678`. */
export function formatPhone(phone: string): string {
  if (/^\d{10}$/.test(phone)) return `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;
  if (/^\d{11}$/.test(phone)) return `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`;
  return phone;
}

/** `0812345678` → `081-xxx-5678`. */
export function maskPhone(phone: string): string {
  return phone.length >= 10 ? `${phone.slice(0, 3)}-xxx-${phone.slice(-4)}` : phone;
}

/** A ten-digit account number is grouped 3-3-rest; others stay as they are. */
export function formatAccountNo(number: string): string {
  return number.length === 10
    ? `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
    : number;
}
