import { describe, expect, it } from 'vitest';
import { approvalDone, type Text } from './done';

const t: Text = (id, values) => [id, values?.amount, values?.name].filter(Boolean).join(' ');

const said = (kind: string, outcome?: string) =>
  approvalDone(t, {
    decision: { kind, ...(outcome && { outcome }) },
    amount: '50.00',
    currency: 'THB',
    player: { id: 'player-1', name: 'Somsri' },
  });

describe('what an approval has done', () => {
  it('follows from the kind of the decision', () => {
    expect(said('accept_slip')).toBe('support.done.credited ฿50.00 Somsri');
    expect(said('release_withdrawal')).toBe('support.done.released ฿50.00 Somsri');
  });

  it('of a transfer follows from its outcome', () => {
    expect(said('settle_transfer', 'completed')).toMatch(/^support.done.transferred/);
    expect(said('settle_transfer', 'returned')).toMatch(/^support.done.returned/);
  });

  it('is not guessed of a kind or an outcome that is new', () => {
    expect(said('toString')).toMatch(/^support.done.approved/);
    expect(said('settle_transfer', 'halved')).toMatch(/^support.done.approved/);
  });
});
