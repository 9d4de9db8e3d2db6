import { describe, expect, it } from 'vitest';
import type { DepositLimit } from '../../api/types';
import { checkLimit, effectOf, shareUsed } from './limitForm';

const limit = (of: string | null, remaining: string | null): DepositLimit => ({
  limit: of,
  remaining,
  used: '0.00',
  reserved: '0.00',
  pending: null,
});

describe('a deposit limit', () => {
  it('holds at once when it is the first or a lower one', () => {
    expect(effectOf(null, '100.00')).toBe('now');
    expect(effectOf('100.00', '99.99')).toBe('now');
    expect(effectOf('100.00', '0.00')).toBe('now');
  });

  it('holds later when it is a higher one or none', () => {
    expect(effectOf('100.00', '100.01')).toBe('later');
    expect(effectOf('100.00', null)).toBe('later');
    expect(effectOf('100.00', '100')).toBe('same');
    expect(effectOf(null, null)).toBe('same');
  });

  it('may be zero, but not nothing', () => {
    expect(checkLimit('0', 'THB')).toEqual({ ok: true, limit: '0.00' });
    expect(checkLimit('1,000', 'THB')).toEqual({ ok: true, limit: '1000.00' });
    expect(checkLimit('', 'THB')).toEqual({ ok: false, fault: 'empty' });
  });

  it('shows how much of it is used, also what is on its way', () => {
    expect(shareUsed(limit('200.00', '150.00'))).toBe(0.25);
    expect(shareUsed(limit('200.00', '0.00'))).toBe(1);
    expect(shareUsed(limit('0.00', '0.00'))).toBe(1);
    expect(shareUsed(limit('10000', '2500'))).toBe(0.75);
    expect(shareUsed(limit(null, null))).toBe(0);
  });
});
