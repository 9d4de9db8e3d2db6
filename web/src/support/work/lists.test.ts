import { describe, expect, it } from 'vitest';
import type { WaitingCounts } from '../api/waitingApi';
import { firstList } from './lists';

const NOTHING = {
  slips: 0,
  qr: 0,
  manual: 0,
  withdrawals: 0,
  transfers: 0,
  differences: 0,
  approvals: 0,
};

const waiting = (work: Partial<WaitingCounts['work']>, approvalsToAnswer = 0): WaitingCounts => ({
  work: { ...NOTHING, ...work },
  workTotal: 0,
  approvalsToAnswer,
  conversations: { waiting: 0, mine: 0 },
});

describe('the list that opens first', () => {
  it('is the one of those who wait for an answer of the caller', () => {
    expect(firstList(waiting({ slips: 3, approvals: 1 }, 1))).toBe('approvals');
  });

  it('is otherwise the first that has something', () => {
    expect(firstList(waiting({ manual: 2, transfers: 1, approvals: 1 }))).toBe('manual');
    expect(firstList(waiting({ differences: 2, approvals: 1 }))).toBe('differences');
    expect(firstList(waiting({ approvals: 1 }))).toBe('approvals');
  });

  it('is the first one where nothing waits', () => {
    expect(firstList(waiting({}))).toBe('slips');
  });
});
