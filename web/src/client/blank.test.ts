import { expect, it } from 'vitest';
import { isBlank } from './blank';

it.each(['', ' \n', '\u200b', '\u2800\u3164 ', '\ufeff\u00ad\ufe0f'])(
  '%j shows nothing',
  (text) => {
    expect(isBlank(text)).toBe(true);
  },
);

it.each(['a', '\u200bก', '.', '❤\ufe0f', 'ຄ', '5', '👍🏽'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false);
});
