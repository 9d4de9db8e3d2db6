/**
 * The wheel's draw, computed again by anybody: the same inputs give the same ticket as on the
 * server.
 *
 * For cursor 0, 1, … take HMAC-SHA256 keyed with the server seed's bytes over the text
 * `clientSeed:nonce:cursor`, read it as eight big-endian numbers of 32 bits, and take the first of
 * them below the largest multiple of the sum of all weights, W: the ticket is its remainder by W.
 * Rejecting the rest keeps the draw free of modulo bias. The slice is the first one whose weights,
 * added up, exceed the ticket.
 */

export interface Draw {
  ticket: number;
  /** The slice's place. */
  slice: number;
}

export interface WeighedSlice {
  code: string;
  weight: number;
}

export interface DrawInput {
  /** The server seed, as hex. */
  seed: string;
  clientSeed: string;
  nonce: number;
  weights: readonly number[];
}

const RANGE = 2 ** 32;
const SHA_256 = 'SHA-256';
const text = new TextEncoder();

/** Browsers offer the arithmetic on secure pages (https, localhost) only. */
export function canDraw(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the house promises before it draws: the SHA-256 of the seed's bytes, as hex. */
export async function commitOf(seed: string): Promise<string> {
  return hexOf(await crypto.subtle.digest(SHA_256, bytesOf(seed)));
}

/** Names a wheel by its slices: the SHA-256, as hex, of the lines `code:weight`. */
export async function wheelIdOf(slices: readonly WeighedSlice[]): Promise<string> {
  const lines = slices.map(({ code, weight }) => `${code}:${weight}\n`).join('');
  return hexOf(await crypto.subtle.digest(SHA_256, text.encode(lines)));
}

/** `null` for weights that sum to nothing or beyond 32 bits. */
export async function draw({ seed, clientSeed, nonce, weights }: DrawInput): Promise<Draw | null> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!Number.isSafeInteger(total) || total <= 0 || total >= RANGE) return null;
  const hmac = { name: 'HMAC', hash: SHA_256 };
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), hmac, false, ['sign']);
  const limit = RANGE - (RANGE % total);
  for (let cursor = 0; ; cursor += 1) {
    const message = text.encode(`${clientSeed}:${nonce}:${cursor}`);
    const numbers = new DataView(await crypto.subtle.sign('HMAC', key, message));
    for (let at = 0; at < numbers.byteLength; at += 4) {
      const number = numbers.getUint32(at);
      if (number < limit)
        return { ticket: number % total, slice: sliceOf(number % total, weights) };
    }
  }
}

function sliceOf(ticket: number, weights: readonly number[]): number {
  let below = 0;
  return weights.findIndex((weight) => {
    below += weight;
    return ticket < below;
  });
}
