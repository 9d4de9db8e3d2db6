/** The QR that a member has made on this device and may still pay. */
import { readJson, removeKey, writeJson } from './storage';

export interface OpenQr {
  channel: string;
  /** When it ends, in milliseconds. */
  until: number;
}

const keyOf = (member: string) => `wallet.qr.${member}`;

function isOpenQr(value: unknown): value is OpenQr {
  const { channel, until } = (value ?? {}) as Partial<OpenQr>;
  return typeof channel === 'string' && typeof until === 'number';
}

export function openQr(member: string): OpenQr | null {
  return readJson('local', keyOf(member), isOpenQr);
}

/** Null once it is paid, cancelled or over. */
export function noteOpenQr(member: string, qr: OpenQr | null): void {
  if (qr) writeJson('local', keyOf(member), qr);
  else removeKey('local', keyOf(member));
}
