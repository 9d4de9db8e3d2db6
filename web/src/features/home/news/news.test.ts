import { describe, expect, it } from 'vitest';
import type { ActiveGrant, RefundCheck, Slip, StatementLine } from '../../../api/types';
import type { Coupon } from '../../../api/wheelApi';
import { newsOf } from './news';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const deposit = (amount: string, more: Partial<StatementLine> = {}) =>
  ({ amount, status: 'PENDING', method: 'manual', reason: null, ...more }) as StatementLine;
const slip = (status: Slip['status'], note: string | null) => ({ status, note }) as Slip;
const refund = (more: Partial<RefundCheck> = {}) =>
  ({
    result: true,
    refundAmount: '100.00',
    period: { from: '2026-11-22T17:00:00Z', to: '2026-11-23T17:00:00Z' },
    pending: null,
    ...more,
  }) as RefundCheck;
const active = (expiresAt: string | null) =>
  ({ grant: { total: '800.00', successFrom: '2400.00', expiresAt } }) as ActiveGrant;
const coupon = (expiresAt: string | null, more: Partial<Coupon> = {}) =>
  ({ type: 'money', worth: '20.00', isExpired: false, expiresAt, ...more }) as Coupon;
const none = {
  qr: null,
  deposits: [],
  slips: [],
  lines: [],
  invite: '0.00',
  refund: undefined,
  active: undefined,
  coupons: [],
};
const kinds = (sources: Partial<typeof none> | object) =>
  newsOf({ ...none, ...sources }, NOW).map(({ kind }) => kind);

describe('the news on home', () => {
  it('sums what waits for staff, apart from what is being checked', () => {
    const deposits = [
      deposit('300.00'),
      deposit('0.50', { method: 'slip', reason: 'NOT_MATCH' }),
      deposit('7.00', { method: 'slip' }),
      deposit('9.00', { status: 'SUCCESS' }),
    ];
    expect(newsOf({ ...none, deposits }, NOW)).toEqual([
      { kind: 'deposit', amount: '300.50', isWithStaff: true },
      { kind: 'deposit', amount: '7.00', isWithStaff: false },
    ]);
  });

  it('counts the slips under check, those of staff first', () => {
    const slips = [
      slip('PENDING', null),
      slip('PENDING', 'DEPOSIT_MINIMUM'),
      slip('PENDING', null),
      slip('SUCCESS', null),
      slip('FAILED', 'NOT_MATCH'),
    ];
    expect(newsOf({ ...none, slips }, NOW)).toEqual([
      { kind: 'slip', count: 1, isWithStaff: true },
      { kind: 'slip', count: 2, isWithStaff: false },
    ]);
  });

  it('knows what a game has not answered, and what friends have earned', () => {
    const line = (statementType: string, status: string) =>
      ({ ...deposit('40.00'), statementType, status }) as StatementLine;
    const lines = [
      line('transfer', 'PENDING'),
      line('transfer', 'PENDING'),
      line('transfer', 'SUCCESS'),
      line('withdraw', 'PENDING'),
    ];
    const sources = { ...none, lines, invite: '25.00', refund: refund() };
    expect(newsOf(sources, NOW).slice(0, 2)).toEqual([
      { kind: 'transfer', amount: '80.00' },
      { kind: 'invite', amount: '25.00' },
    ]);
    expect(kinds({ invite: '25.00', active: active(null) })).toEqual(['grant']);
  });

  it('says until when cashback can be collected', () => {
    const [news] = newsOf({ ...none, refund: refund() }, NOW);
    expect(news).toEqual({ kind: 'cashback', amount: '100.00', until: '2026-11-24T17:00:00.000Z' });
    const pending = { amount: '50.00', keepUntil: '2026-11-25T01:00:00Z' };
    expect(newsOf({ ...none, refund: refund({ result: false, pending }) }, NOW)).toEqual([
      { kind: 'cashback', amount: '50.00', until: pending.keepUntil },
    ]);
    expect(kinds({ refund: refund({ result: false }) })).toEqual([]);
  });

  it('puts waiting money first, then what is lost soonest', () => {
    const sources = {
      deposits: [deposit('300.00')],
      refund: refund(),
      coupons: [coupon('2026-11-24T12:00:00Z')],
    };
    expect(kinds(sources)).toEqual(['deposit', 'prize', 'cashback']);
    expect(kinds({ ...sources, coupons: [coupon(null)] })).toEqual([
      'deposit',
      'cashback',
      'prize',
    ]);
  });

  it('names a QR that can be paid before what is lost soon', () => {
    const qr = { amount: '200.00', until: '2026-11-24T10:15:00Z' };
    expect(kinds({ qr, coupons: [coupon('2026-11-24T10:05:00Z')] })).toEqual(['qr', 'prize']);
  });

  it('offers nothing that an active grant keeps closed', () => {
    const sources = { refund: refund(), coupons: [coupon(null)], active: active(null) };
    expect(kinds(sources)).toEqual(['grant']);
  });

  it('passes over prizes that staff hands out and those that have run out', () => {
    const coupons = [coupon(null, { type: 'gift' }), coupon(null, { isExpired: true })];
    expect(kinds({ coupons })).toEqual([]);
  });
});
