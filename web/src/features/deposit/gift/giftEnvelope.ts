/**
 * The encryption of a gift link in transit: AES-256-GCM under a key derived from the session's
 * token. It adds no secrecy to TLS, because both ends have the key, but it keeps the link out of
 * logs of request bodies. Done in script, because `crypto.subtle` is missing on plain http.
 */
import { gcm } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const PREFIX = 'TL1.';
const IV_LENGTH = 12;

function base64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function keyOf(token: string): Uint8Array {
  return sha256(utf8ToBytes(`truelink-v1:${token}`));
}

/** `TL1.` + base64url(iv ‖ ciphertext ‖ tag). Leave `iv` random: it must never repeat. */
export function sealLink(
  link: string,
  token: string,
  iv: Uint8Array = crypto.getRandomValues(new Uint8Array(IV_LENGTH)),
): string {
  const sealed = gcm(keyOf(token), iv).encrypt(utf8ToBytes(link));
  const whole = new Uint8Array(iv.length + sealed.length);
  whole.set(iv);
  whole.set(sealed, iv.length);
  return PREFIX + base64Url(whole);
}
