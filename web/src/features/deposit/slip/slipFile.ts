/** What may be sent as a slip, checked before a byte leaves the phone. */

export const SLIP_MB_MAX = 10;
const BYTES_MAX = SLIP_MB_MAX * 1024 * 1024;

export const SLIP_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

export type SlipFileFault = 'notPicture' | 'tooLarge' | 'empty';

/** First bytes; 0 matches any byte. A WebP is a RIFF file with WEBP after its length. */
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
];
const HEAD_LENGTH = 12;

/** The first bytes identify a file; its name and type are only claims. */
function isPicture(head: Uint8Array): boolean {
  return SIGNATURES.some((signature) =>
    signature.every((byte, at) => byte === 0 || head[at] === byte),
  );
}

export async function checkSlipFile(file: Blob): Promise<SlipFileFault | null> {
  if (file.size === 0) return 'empty';
  if (file.size > BYTES_MAX) return 'tooLarge';
  const head = new Uint8Array(await file.slice(0, HEAD_LENGTH).arrayBuffer());
  return isPicture(head) ? null : 'notPicture';
}

/** The first file of a drop or a paste. */
export function fileOf(transfer: DataTransfer | null): File | null {
  return transfer?.files[0] ?? null;
}
