/** Ed25519: the browser's own where it has it, else a small library's, fetched when needed. */
import type { Bytes } from './bytes';

const PUBLIC_KEY_LENGTH = 32;
const SIGNATURE_LENGTH = 64;

interface Signed {
  message: Bytes;
  signature: Bytes;
}

/** The browser's answer; null when it does not know this kind of key. */
async function byBrowser(key: Bytes, { message, signature }: Signed): Promise<boolean | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  let imported: CryptoKey;
  try {
    imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  } catch {
    // Not supported by this browser, or not a point on the curve: the library decides which.
    return null;
  }
  return subtle.verify('Ed25519', imported, signature, message);
}

async function byLibrary(key: Bytes, { message, signature }: Signed): Promise<boolean> {
  const [{ hashes, verify }, { sha512 }] = await Promise.all([
    import('@noble/ed25519'),
    import('@noble/hashes/sha2.js'),
  ]);
  hashes.sha512 = sha512;
  try {
    return verify(signature, message, key);
  } catch {
    return false;
  }
}

export async function isSigned(key: Bytes, signed: Signed): Promise<boolean> {
  if (key.length !== PUBLIC_KEY_LENGTH || signed.signature.length !== SIGNATURE_LENGTH) {
    return false;
  }
  return (await byBrowser(key, signed)) ?? byLibrary(key, signed);
}
