import { describe, expect, it } from 'vitest';
import type { StatementLine, StatementType } from '../../api/types';
import { signOf } from './line';

function line(statementType: StatementType, direction: StatementLine['direction']): StatementLine {
  return {
    id: '1',
    statementType,
    status: 'SUCCESS',
    from: 'WALLET',
    to: 'SCB',
    amount: '100.00',
    direction,
    currency: 'THB',
    balance: '900.00',
    createdAt: '2026-11-21T10:00:00Z',
    position: '9',
  };
}

describe('the sign of a statement line', () => {
  it('is plus for a deposit and a bonus, minus for a withdrawal, and none for the others', () => {
    expect(signOf(line('deposit', 'in'))).toBe('in');
    expect(signOf(line('bonus', 'in'))).toBe('in');
    expect(signOf(line('withdraw', 'out'))).toBe('out');
    expect(signOf(line('transfer', 'in'))).toBe('none');
    expect(signOf(line('finish_bonus', 'none'))).toBe('none');
  });

  it('is plus for a withdrawal that came back', () => {
    expect(signOf(line('withdraw', 'in'))).toBe('in');
  });
});
