import { describe, expect, it } from 'vitest';
import type { WaitingDecision, WorkClaim, WorkItem } from '../api/workApi';
import { asListed } from './listed';

const ITEM: WorkItem = {
  kind: 'slips',
  id: '1',
  player: { id: '2', name: 'Somsri' },
  amount: null,
  currency: null,
  since: '2026-11-27T11:00:00Z',
  reason: null,
  detail: {},
  waiting: null,
  claim: null,
};
const ASKED: WaitingDecision = {
  decisionId: '3',
  askedBy: { id: '4', name: 'Nok' },
  askedAt: '2026-11-27T11:30:00Z',
  isMine: false,
  isAgreed: false,
};
const CLAIM: WorkClaim = {
  by: { id: '4', name: 'Nok' },
  since: '2026-11-27T11:40:00Z',
  until: '2026-11-27T11:50:00Z',
  isMine: false,
};

describe('an item next to its list', () => {
  it('waits for a second person as the list has it, and no longer than that', () => {
    expect(asListed(ITEM, { ...ITEM, waiting: ASKED }).waiting).toBe(ASKED);
    expect(asListed({ ...ITEM, waiting: ASKED }, ITEM).waiting).toBeNull();
  });

  it('is open with whom the list names, and with nobody once it names none', () => {
    expect(asListed(ITEM, { ...ITEM, claim: CLAIM }).claim).toBe(CLAIM);
    expect(asListed({ ...ITEM, claim: CLAIM }, ITEM).claim).toBeNull();
  });

  it('is as it was read where the list does not have it', () => {
    expect(asListed({ ...ITEM, waiting: ASKED }, undefined).waiting).toBe(ASKED);
  });
});
