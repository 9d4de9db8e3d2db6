import { describe, expect, it } from 'vitest';
import type { Slip, SlipAnswer, SlipPage } from '../../../api/types';
import { repeatedSlip, stateOf } from './useSlipWatch';

const slip = (id: string, minute: number, part: Partial<Slip> = {}): Slip => ({
  id,
  createdAt: `2026-11-21T10:0${minute}:00Z`,
  amount: null,
  status: 'FAILED',
  note: 'SLIP_REFNO_DUPLICATED',
  reference: 'REF1',
  link: `/api/statement/slip/${id}/image`,
  ...part,
});

const ANSWER: SlipAnswer = { status: 'FAILED', id: 'new', position: '9' };

describe('a slip that was sent before', () => {
  it('is the one that the server names', () => {
    const named = slip('old', 1, { status: 'SUCCESS', amount: '500.00' });
    const answer = { ...ANSWER, duplicateOf: { id: 'old', createdAt: named.createdAt } };
    expect(repeatedSlip(answer, [slip('new', 5), named])).toBe(named);
    expect(repeatedSlip(answer, [])).toEqual({ createdAt: named.createdAt, amount: null });
  });

  it('is else the earlier one with the same reference, the credited one first', () => {
    const credited = slip('a', 1, { status: 'SUCCESS', amount: '500.00' });
    const list = [slip('new', 5), slip('b', 3), credited, slip('c', 0, { reference: 'OTHER' })];
    expect(repeatedSlip(ANSWER, list)).toBe(credited);
  });

  it('is unknown when the list holds no earlier one, as for the slip of another player', () => {
    expect(repeatedSlip(ANSWER, [slip('new', 5), slip('later', 7)])).toBeNull();
    expect(repeatedSlip(ANSWER, [])).toBeNull();
  });
});

describe('the state of a slip', () => {
  const page = (asOf: string, ...slips: Slip[]) =>
    ({ slips, total: 1, nextCursor: null, asOf }) as SlipPage;
  const refused: SlipAnswer = { ...ANSWER, note: 'NOT_MATCH' };
  const waiting = slip('new', 5, { status: 'PENDING', note: null });

  it('that ended is not undone by an older reading of the list', () => {
    const state = { status: 'FAILED', amount: null, note: 'NOT_MATCH' };
    expect(stateOf(refused, undefined)).toEqual(state);
    expect(stateOf(refused, page('8', waiting))).toEqual(state);
  });

  it('is that of a newer list: staff may look at a refused slip, and credit it', () => {
    expect(stateOf(refused, page('10', waiting))).toMatchObject({ status: 'PENDING', note: null });
    const credited = slip('new', 5, { status: 'SUCCESS', amount: '70.00', note: null });
    expect(stateOf(refused, page('11', credited))).toMatchObject({ status: 'SUCCESS' });
  });
});
