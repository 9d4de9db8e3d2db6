import { describe, expect, it } from 'vitest';
import { initialsOf } from './Initials';

describe('the initials of a name', () => {
  it.each([
    ['Somchai Jaidee', 'SJ'],
    ['somchai', 'S'],
    ['Ma. Somsri  Na Ayutthaya', 'MA'],
    // A vowel that is written first begins no word.
    ['เอก แซ่ลิ้ม', 'อซ'],
    ['ແສງ ໄຊ', 'ສຊ'],
    ['', ''],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
