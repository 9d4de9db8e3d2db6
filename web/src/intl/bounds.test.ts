import { expect, it } from 'vitest';
import { atLeast, atMost } from './bounds';

it.each([
  ['637.275', 'THB', '637.27', '637.28'],
  ['80.00', 'THB', '80.00', '80.00'],
  ['99.999', 'THB', '99.99', '100.00'],
  ['16516.50', 'LAK', '16516', '16517'],
  ['16516.00', 'LAK', '16516', '16516'],
])('a bound of %s %s is reached down at %s and up at %s', (bound, currency, most, least) => {
  expect(atMost(bound, currency)).toBe(most);
  expect(atLeast(bound, currency)).toBe(least);
});
