import { describe, expect, it } from 'vitest';
import type { StatementLine } from '../../api/types';
import { rewardOf } from './reward';

const LINE: StatementLine = {
  id: '1',
  statementType: 'finish_bonus',
  status: 'SUCCESS',
  from: 'BONUS',
  to: 'WALLET',
  amount: '0.00',
  direction: 'none',
  currency: 'THB',
  balance: null,
  createdAt: '2026-11-21T10:00:00Z',
  position: '9',
};

const DESCRIBED = { description: { th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonus' } };

describe('the line of a grant', () => {
  it('has the description and the picture of its kind', () => {
    expect(rewardOf({ ...LINE, promotion: DESCRIBED })).toEqual({ icon: 'ticket', ...DESCRIBED });
    expect(rewardOf({ ...LINE, luckydraw: DESCRIBED })).toEqual({ icon: 'wheel', ...DESCRIBED });
    expect(rewardOf(LINE)).toBeNull();
  });
});
