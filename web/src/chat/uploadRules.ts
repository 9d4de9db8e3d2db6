/** Which files the chat takes, checked before a byte leaves the device. */
import type { FileBounds } from '../api/chatApi';

export interface UploadRules {
  image: FileBounds;
  video: FileBounds;
}

export type UploadKind = 'image' | 'video';

export type UploadCheck =
  | { kind: UploadKind }
  | { fault: 'FILE_NOT_SUPPORTED' }
  | { fault: 'FILE_TOO_LARGE'; megabytes: number };

const KIND_OF_EXTENSION: Readonly<Record<string, UploadKind>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  mp4: 'video',
  mov: 'video',
  qt: 'video',
};

const MEGABYTE = 1024 * 1024;

/** `Slip.JPG` → `jpg`; a name without one, or that begins with its only dot, has none. */
function extensionOf(name: string): string {
  return /[^.]\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** What the file chooser offers. */
export function acceptedTypes({ image, video }: UploadRules): string {
  return [...image.types, ...video.types, '.mov', '.mp4'].join(',');
}

export function checkUpload(file: File, rules: UploadRules): UploadCheck {
  const kind = KIND_OF_EXTENSION[extensionOf(file.name)];
  // Some phones give no type; then only the server checks the content.
  const isNamed = file.type === '' || (kind && rules[kind].types.includes(file.type.toLowerCase()));
  if (!kind || !isNamed || file.size === 0) return { fault: 'FILE_NOT_SUPPORTED' };
  const { bytes } = rules[kind];
  if (file.size > bytes) {
    return { fault: 'FILE_TOO_LARGE', megabytes: Math.floor(bytes / MEGABYTE) };
  }
  return { kind };
}

/** The files of a drop or a paste; text that comes along is none. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
