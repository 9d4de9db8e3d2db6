import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DepositLimit, PlayerLimits } from '../../api/types';
import { memberStore, show } from '../../stage';
import { DepositLimitsCard } from './DepositLimitsCard';

const NONE: DepositLimit = {
  limit: null,
  used: '0.00',
  reserved: '0.00',
  remaining: null,
  pending: null,
};

function card(day: Partial<DepositLimit>) {
  const deposit = { day: { ...NONE, ...day }, week: NONE, month: NONE };
  show(<DepositLimitsCard limits={{ currency: 'THB', deposit } as PlayerLimits} />, memberStore());
}

describe('a deposit limit', () => {
  it('names what announced deposits reserve of it, apart from what has come in', () => {
    card({ limit: '1000.00', used: '200.00', reserved: '300.00', remaining: '500.00' });
    expect(screen.getByText(/^On its way/)).toHaveTextContent('On its way ฿300.00');
    expect(screen.getAllByText(/^Deposited/)[0]).toHaveTextContent('Deposited ฿200.00');
    expect(screen.getByText(/^Remaining/)).toHaveTextContent('Remaining ฿500.00');
  });

  it('says nothing of deposits on their way where there are none', () => {
    card({ limit: '1000.00', used: '200.00', remaining: '800.00' });
    expect(screen.queryByText(/^On its way/)).toBeNull();
  });

  it('names them without a limit, too', () => {
    card({ reserved: '300.00' });
    expect(screen.getByText(/^On its way/)).toHaveTextContent('On its way ฿300.00');
  });
});
