import { describe, expect, it } from 'vitest';
import type { Slip, SlipAnswer } from '../../../api/types';
import { repeatedSlip } from './useSlipWatch';

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
