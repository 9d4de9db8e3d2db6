/** SHA-256: the browser's own where it has one, else (a page without TLS) a small library's. */
import type { Bytes } from './bytes';

type Sha256 = (bytes: Bytes) => Promise<Uint8Array>;

let own: Promise<Sha256> | null = null;

async function load(): Promise<Sha256> {
  const { sha256: hash } = await import('@noble/hashes/sha2.js');
  return async (bytes) => hash(bytes);
}

export async function sha256(bytes: Bytes): Promise<Uint8Array> {
  // `subtle` is missing on pages without TLS.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  own ??= load();
  return (await own)(bytes);
}
