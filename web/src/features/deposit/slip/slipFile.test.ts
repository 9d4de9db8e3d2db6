import { describe, expect, it } from 'vitest';
import { checkSlipFile, SLIP_MB_MAX } from './slipFile';

const PNG_HEAD = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_HEAD = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

function file(parts: BlobPart[], name = 'slip.png', type = 'image/png'): File {
  const made = new File(parts, name, { type });
  // jsdom's Blob has no arrayBuffer.
  Object.defineProperty(made, 'slice', {
    value: (from: number, to: number) => ({
      arrayBuffer: async () => {
        const bytes = parts.map((part) =>
          typeof part === 'string' ? new TextEncoder().encode(part) : (part as Uint8Array),
        );
        return new Uint8Array(bytes.flatMap((part) => [...part]).slice(from, to)).buffer;
      },
    }),
  });
  return made;
}

describe('a slip picture', () => {
  it('may be a PNG or a JPEG, whatever its name says', async () => {
    expect(await checkSlipFile(file([PNG_HEAD]))).toBeNull();
    expect(await checkSlipFile(file([JPEG_HEAD], 'slip', ''))).toBeNull();
  });

  it('is not a text file that is called .png', async () => {
    expect(await checkSlipFile(file(['not a picture']))).toBe('notPicture');
  });

  it('is neither empty nor larger than ten megabytes', async () => {
    expect(await checkSlipFile(file([]))).toBe('empty');
    const large = new Uint8Array(SLIP_MB_MAX * 1024 * 1024 + 1);
    large.set(PNG_HEAD);
    expect(await checkSlipFile({ size: large.length } as Blob)).toBe('tooLarge');
  });
});
