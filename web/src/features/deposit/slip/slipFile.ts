/** What may be sent as a slip, checked before a byte leaves the phone. */
import { asJpeg, shrunk } from './slipPicture';

export const SLIP_MB_MAX = 10;
const BYTES_MAX = SLIP_MB_MAX * 1024 * 1024;

/** Without HEIC, so that an iPhone converts its photos when they are chosen. */
export const SLIP_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

export type SlipFileFault = 'notPicture' | 'tooLarge' | 'empty' | 'otherFormat';

type Kind = 'picture' | 'photo' | 'pdf';

/** First bytes; 0 matches any byte. A WebP is a RIFF file with WEBP after its length. */
const SIGNATURES: [kind: Kind, bytes: number[]][] = [
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['picture', [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];
const HEAD_LENGTH = 12;

/** `ftyp` and a brand: HEIC of phones, and AVIF, its sibling. Others are videos. */
const PHOTO = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs])/s;

/** The first bytes identify a file; its name and type are only claims. */
function kindOf(head: Uint8Array): Kind | null {
  if (PHOTO.test(String.fromCharCode(...head))) return 'photo';
  const known = SIGNATURES.find(([, bytes]) =>
    bytes.every((byte, at) => byte === 0 || head[at] === byte),
  );
  return known?.[0] ?? null;
}

/** The picture to send, as small as it may be, or why there is none. */
export async function readSlipFile(file: File): Promise<File | SlipFileFault> {
  if (file.size === 0) return 'empty';
  const kind = kindOf(new Uint8Array(await file.slice(0, HEAD_LENGTH).arrayBuffer()));
  if (kind === null) return 'notPicture';
  if (kind === 'pdf') return 'otherFormat';
  const picture = kind === 'photo' ? await asJpeg(file) : await shrunk(file);
  if (!picture) return 'otherFormat';
  return picture.size > BYTES_MAX ? 'tooLarge' : picture;
}

/** The first file of a drop or a paste. */
export function fileOf(transfer: DataTransfer | null): File | null {
  return transfer?.files[0] ?? null;
}
