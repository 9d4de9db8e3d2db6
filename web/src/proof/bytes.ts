/** Bytes from and to texts. Each reader takes one spelling only and refuses all others. */
import { ProofFailure } from './failure';

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** Encodes as UTF-8. An ill-formed text has no unique encoding, so it is refused. */
export function utf8(text: string): Bytes {
  // A lone surrogate becomes the replacement character, as other texts do, too.
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) {
    throw new ProofFailure('unreadable', 'text');
  }
  return encoder.encode(text);
}

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** 8 bytes, big-endian, signed. A larger number would be hashed as another one. */
export function int64(value: bigint): Bytes {
  if (BigInt.asIntN(64, value) !== value) throw new ProofFailure('unreadable', 'number');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lower-case hex of exactly so many bytes. */
export function fromHex(text: unknown, length: number, where: string): Bytes {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) {
    throw new ProofFailure('unreadable', where);
  }
  return Uint8Array.from({ length }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Standard base64 with padding, in its one canonical spelling. */
export function fromBase64(text: string, where: string): Bytes {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new ProofFailure('unreadable', where);
  }
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new ProofFailure('unreadable', where);
  return bytes;
}

/** A count or a place: decimal, no leading zero, small enough to be exact. */
export function fromDecimal(text: unknown, where: string): number {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(text)) {
    throw new ProofFailure('unreadable', where);
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new ProofFailure('unreadable', where);
  return value;
}
