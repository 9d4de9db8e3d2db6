/** What may be sent as a slip, checked before a byte leaves the phone. */

export const SLIP_MB_MAX = 10;
const BYTES_MAX = SLIP_MB_MAX * 1024 * 1024;

export const SLIP_TYPES = 'image/jpeg,image/png';

export type SlipFileFault = 'notPicture' | 'tooLarge' | 'empty';

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** The first bytes tell what a file is; its name and type only say what it claims to be. */
function isPicture(head: Uint8Array): boolean {
  return [PNG, JPEG].some((signature) => signature.every((byte, at) => head[at] === byte));
}

export async function checkSlipFile(file: Blob): Promise<SlipFileFault | null> {
  if (file.size === 0) return 'empty';
  if (file.size > BYTES_MAX) return 'tooLarge';
  const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  return isPicture(head) ? null : 'notPicture';
}

/** The first file of a drop or a paste. */
export function fileOf(transfer: DataTransfer | null): File | null {
  return transfer?.files[0] ?? null;
}
