import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSlipFile, SLIP_MB_MAX } from './slipFile';
import { scaleOf } from './slipPicture';

const MB = 1024 * 1024;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const photo = (brand: string) => [0, 0, 0, 24, ...new TextEncoder().encode(`ftyp${brand}`)];

/** A file that begins so, of this size. */
function file(head: number[] | string, size = 64, name = 'slip.png'): File {
  const bytes = new Uint8Array(size);
  bytes.set(typeof head === 'string' ? new TextEncoder().encode(head) : head);
  return new File([bytes], name);
}

/** A browser that decodes each file to a picture of this size, and makes JPEGs of `bytes`. */
function browser(width: number, height: number, bytes: number) {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toBlob: (done: (blob: Blob | null) => void, type: string) =>
      done(bytes > 0 ? new Blob([new Uint8Array(bytes)], { type }) : null),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
  return canvas;
}

afterEach(() => vi.unstubAllGlobals());

describe('a slip picture', () => {
  it('may be a PNG or a JPEG, whatever its name says', async () => {
    for (const picture of [file(PNG), file(JPEG, 64, 'slip')]) {
      expect(await readSlipFile(picture)).toBe(picture);
    }
  });

  it('is not a text file that is called .png, and no video', async () => {
    expect(await readSlipFile(file('not a picture'))).toBe('notPicture');
    expect(await readSlipFile(file(photo('isom')))).toBe('notPicture');
  });

  it('is neither empty nor larger than ten megabytes', async () => {
    expect(await readSlipFile(new File([], 'slip.png'))).toBe('empty');
    expect(await readSlipFile(file(PNG, SLIP_MB_MAX * MB + 1))).toBe('tooLarge');
  });
});

describe('a file that the server does not read', () => {
  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'])(
    'may be a photo (%s)',
    async (brand) => {
      expect(await readSlipFile(file(photo(brand), 64, 'IMG_1.HEIC'))).toBe('otherFormat');
    },
  );

  it('may be a PDF', async () => {
    expect(await readSlipFile(file('%PDF-1.7'))).toBe('otherFormat');
  });

  it('becomes a JPEG where the browser can decode it', async () => {
    browser(3_024, 4_032, 900_000);
    const sent = (await readSlipFile(file(photo('heic'), 64, 'IMG_1.HEIC'))) as File;
    expect(sent).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', size: 900_000 });
  });
});

describe('a large picture', () => {
  it('of 48 million pixels is drawn smaller, also where it is over ten megabytes', async () => {
    const canvas = browser(6_048, 8_064, 2 * MB);
    const sent = (await readSlipFile(file(JPEG, 15 * MB, 'photo.jpeg'))) as File;
    expect(sent).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', size: 2 * MB });
    expect([canvas.width, canvas.height]).toEqual([2_250, 3_000]);
  });

  it('in bytes alone becomes a JPEG if that is smaller', async () => {
    const screenshot = file(PNG, 5 * MB);
    browser(2_048, 2_732, MB);
    expect(await readSlipFile(screenshot)).toMatchObject({ size: MB });
    browser(2_048, 2_732, 6 * MB);
    expect(await readSlipFile(screenshot)).toBe(screenshot);
  });

  it('is sent as it is where the browser cannot make it smaller', async () => {
    const picture = file(JPEG, 6 * MB);
    browser(6_048, 8_064, 0);
    expect(await readSlipFile(picture)).toBe(picture);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no memory')));
    expect(await readSlipFile(picture)).toBe(picture);
  });

  it('stays wide enough for a QR code where it is long', () => {
    expect(1_080 * scaleOf(1_080, 4_400)).toBeGreaterThanOrEqual(1_000);
    expect(12_000 * scaleOf(1_080, 12_000)).toBeCloseTo(4_096);
    expect(scaleOf(1_080, 2_400)).toBe(1);
  });
});

describe('a usual screenshot', () => {
  it('is never drawn again: a PNG has no loss', async () => {
    const canvas = browser(1_170, 2_532, 1);
    const screenshot = file(PNG, MB);
    expect(await readSlipFile(screenshot)).toBe(screenshot);
    expect(canvas.width).toBe(0);
  });
});
