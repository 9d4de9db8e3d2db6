import { describe, expect, it } from 'vitest';
import { acceptedTypes, checkUpload } from './uploadRules';

const MEGABYTE = 1024 * 1024;
const RULES = {
  image: {
    bytes: 10 * MEGABYTE,
    types: ['image/png', 'image/jpeg', 'image/jpg', 'image/gif'],
  },
  video: { bytes: 20 * MEGABYTE, types: ['video/mp4', 'video/quicktime'] },
};

function file(name: string, type: string, size = 100): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

describe('a file for the chat', () => {
  it.each([
    ['slip.png', 'image/png', 'image'],
    ['IMG_0001.JPG', 'image/jpeg', 'image'],
    ['a.jpeg', 'image/jpeg', 'image'],
    ['moving.gif', 'image/gif', 'image'],
    ['clip.mp4', 'video/mp4', 'video'],
    ['clip.MOV', 'video/quicktime', 'video'],
    ['nameless-type.jpg', '', 'image'],
  ])('%s of type "%s" is taken as %s', (name, type, kind) => {
    expect(checkUpload(file(name, type), RULES)).toEqual({ kind });
  });

  it.each([
    ['slip', 'image/png'],
    ['.png', 'image/png'],
    ['slip.', 'image/png'],
    ['page.svg', 'image/svg+xml'],
    ['page.html', 'text/html'],
    ['photo.heic', 'image/heic'],
    ['disguised.png', 'text/html'],
    ['disguised.png', 'video/mp4'],
  ])('%s of type "%s" is not supported', (name, type) => {
    expect(checkUpload(file(name, type), RULES)).toEqual({ fault: 'FILE_NOT_SUPPORTED' });
  });

  it('has something in it', () => {
    expect(checkUpload(file('a.png', 'image/png', 0), RULES)).toEqual({
      fault: 'FILE_NOT_SUPPORTED',
    });
  });

  it('is a picture of at most ten or a video of at most twenty megabytes', () => {
    const check = (name: string, size: number) => checkUpload(file(name, '', size), RULES);
    expect(check('a.png', 10 * MEGABYTE)).toEqual({ kind: 'image' });
    expect(check('a.png', 10 * MEGABYTE + 1)).toEqual({ fault: 'FILE_TOO_LARGE', megabytes: 10 });
    expect(check('a.mp4', 20 * MEGABYTE)).toEqual({ kind: 'video' });
    expect(check('a.mp4', 20 * MEGABYTE + 1)).toEqual({ fault: 'FILE_TOO_LARGE', megabytes: 20 });
  });

  it('is chosen among the types that the server names', () => {
    expect(acceptedTypes(RULES)).toContain('image/gif,video/mp4,video/quicktime');
  });
});
