import { describe, expect, it } from 'vitest';
import { toHex } from './bytes';
import { hashedFacts, readFacts } from './chain';

const factsOf = (metadata: string) => toHex(hashedFacts(readFacts(metadata)));
const metadata = (at: string, main: object) =>
  JSON.stringify({ at, actor: { kind: 'member' }, requestId: 'x', main, movements: 1 });

describe('the facts of an event', () => {
  it('are its time, cut to microseconds, and the balance in the smallest unit', () => {
    const at = '2026-11-21T03:05:00.123456789Z';
    expect(factsOf(metadata(at, { amount: '500.10', currency: 'THB' }))).toBe(
      '01000660c0a0543140000000000000c35a544842',
    );
    expect(factsOf(metadata(at, { amount: '7', currency: 'LAK' }))).toBe(
      '01000660c0a054314000000000000000074c414b',
    );
    expect(factsOf(metadata('1969-12-31T23:59:59Z', { amount: '0', currency: 'LAK' }))).toBe(
      '01fffffffffff0bdc000000000000000004c414b',
    );
  });

  const at = '2026-11-21T03:05:00Z';
  it.each([
    '{}',
    'null',
    'not JSON',
    JSON.stringify({ at }),
    metadata('yesterday', { amount: '1.00', currency: 'THB' }),
    metadata('2026-02-30T03:05:00Z', { amount: '1.00', currency: 'THB' }),
    metadata(at, { amount: '1.001', currency: 'THB' }),
    metadata(at, { amount: '1.00', currency: 'USD' }),
    metadata(at, { amount: '1', currency: 'COIN' }),
    metadata(at, { amount: 1, currency: 'LAK' }),
  ])('are one byte 0 of %s', (text) => {
    expect(factsOf(text)).toBe('00');
  });
});
