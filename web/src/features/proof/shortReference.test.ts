import { expect, it } from 'vitest';
import { shortReference } from './shortReference';

it.each([
  ['2da64700-8272-51f1-83be-8179b7f32ce1', 'B7F32CE1'],
  // What came back is another line of the same withdrawal.
  ['2da64700-8272-51f1-83be-8179b7f32ce1-returned', 'B7F32CE1'],
])('a reference that people read to each other is the end of %s', (id, short) => {
  expect(shortReference(id)).toBe(short);
});
