// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isDefinite } from '../transport/problem';
import {
  beginIntent,
  fingerprintOf,
  idempotencyKey,
  readIntent,
  settleIntent,
} from './moneyIntent';

const BODY = { from: 'WALLET', to: 'pg', amount: '100.00' };

describe('an intent to move money', () => {
  it('keeps its key while the same request is unanswered', () => {
    const first = beginIntent('0812345678', 'transfer', BODY);
    const again = beginIntent('0812345678', 'transfer', {
      amount: '100.00',
      to: 'pg',
      from: 'WALLET',
    });
    expect(again.key).toBe(first.key);
  });

  it('survives a reload, because it is read back from storage', () => {
    const { key } = beginIntent('0812345678', 'withdraw', { amount: '5.00' });
    expect(readIntent('0812345678', 'withdraw')?.key).toBe(key);
  });

  it('is a new one once it has been settled', () => {
    const first = beginIntent('0812345678', 'transfer', BODY);
    settleIntent('0812345678', 'transfer');
    expect(readIntent('0812345678', 'transfer')).toBeNull();
    expect(beginIntent('0812345678', 'transfer', BODY).key).not.toBe(first.key);
  });

  it('is a new one for another body, another kind and another member', () => {
    const { key } = beginIntent('0812345678', 'transfer', BODY);
    expect(beginIntent('0812345678', 'withdraw', BODY).key).not.toBe(key);
    expect(beginIntent('0899999999', 'transfer', BODY).key).not.toBe(key);
    expect(beginIntent('0812345678', 'transfer', { ...BODY, amount: '200.00' }).key).not.toBe(key);
  });

  it('ignores what it did not write itself', () => {
    sessionStorage.setItem('wallet.intent.0812345678.transfer', '{"key":5}');
    expect(readIntent('0812345678', 'transfer')).toBeNull();
  });

  it('has a key of 128 bits that the gateway accepts', () => {
    const keys = new Set(Array.from({ length: 200 }, idempotencyKey));
    expect(keys.size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('does not depend on the order of the fields', () => {
    expect(fingerprintOf({ a: 1, b: 2 })).toBe(fingerprintOf({ b: 2, a: 1 }));
  });
});

describe('a definite answer', () => {
  it.each([400, 401, 403, 404, 409, 413, 422])('%d settles the intent', (status) => {
    expect(isDefinite({ code: 'X', status })).toBe(true);
  });

  it.each([0, 408, 425, 429, 500, 502, 503, 504])('%d does not', (status) => {
    expect(isDefinite({ code: 'X', status })).toBe(false);
  });
});
