/**
 * Phones make photos of 24 to 48 million pixels: more than the server reads, and minutes of upload.
 * What is too large is drawn smaller here; a usual screenshot is sent as it is, without loss.
 */

/** The server reads pictures up to this many pixels a side. */
const SIDE_MAX = 4_096;
const LONG_SIDE = 3_000;
/** A long screenshot must stay wide enough for its QR code. */
const SHORT_SIDE = 1_000;
const BYTES_WANTED = 4 * 1024 * 1024;
const QUALITY = 0.9;

export function scaleOf(width: number, height: number): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return Math.min(1, SIDE_MAX / long, Math.max(LONG_SIDE / long, SHORT_SIDE / short));
}

/** Null where this browser cannot decode the file, or has no memory for it. */
async function decoded<T>(
  file: File,
  use: (picture: ImageBitmap) => T,
): Promise<Awaited<T> | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    return await use(picture);
  } catch {
    return null;
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, name: string): Promise<File | null> {
  const scale = scaleOf(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency: without this it would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const bytes = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  return bytes && new File([bytes], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

/** A picture of any format that this browser decodes, as a JPEG; null if it does not. */
export function asJpeg(file: File): Promise<File | null> {
  return decoded(file, (picture) => drawn(picture, file.name));
}

/** The picture in a size that the server reads; the file itself where it has one. */
export async function shrunk(file: File): Promise<File> {
  const smaller = await decoded(file, async (picture) => {
    const isWide = Math.max(picture.width, picture.height) > SIDE_MAX;
    if (!isWide && file.size <= BYTES_WANTED) return null;
    const jpeg = await drawn(picture, file.name);
    return jpeg && (isWide || jpeg.size < file.size) ? jpeg : null;
  });
  return smaller ?? file;
}
