import { describe, expect, it } from 'vitest';
import { effectOf } from './effect';

const effect = (kind: string, amount = '50.00', outcome?: string) =>
  effectOf({ decision: { kind, ...(outcome && { outcome }) }, amount });

describe('what a decision does', () => {
  it('follows from its kind', () => {
    expect(effect('accept_slip')).toBe('support.work.effect.accept_slip');
    expect(effect('release_withdrawal')).toBe('support.work.effect.release_withdrawal');
  });

  it('of a QR payment says that another amount was paid, if staff named it', () => {
    expect(effect('accept_qr')).toBe('support.work.effect.accept_qr');
    const other = { kind: 'accept_qr', amount: '250.00' };
    expect(effectOf({ decision: other, amount: '250.00' })).toBe(
      'support.work.effect.accept_qr_other',
    );
  });

  it('of a correction follows from its sign', () => {
    expect(effect('correct', '50.00')).toBe('support.work.effect.correct_add');
    expect(effect('correct', '-50.00')).toBe('support.work.effect.correct_take');
  });

  it('of a transfer follows from its outcome', () => {
    expect(effect('settle_transfer', '50.00', 'completed')).toBe(
      'support.work.effect.settle_completed',
    );
    expect(effect('settle_transfer', '50.00', 'returned')).toBe(
      'support.work.effect.settle_returned',
    );
  });

  it('is not guessed of a kind that is new', () => {
    expect(effect('toString')).toBeNull();
  });
});
