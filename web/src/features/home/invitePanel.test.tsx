import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../api/types';
import { show } from '../../stage';
import { InvitePanel } from './InvitePanel';

function open(amount: string) {
  const invite = { amount, success: '100', fail: '0' };
  const wallet = { wallet: { amount: '0.00', currency: 'THB' }, invite } as Wallet;
  const { store } = show(<InvitePanel wallet={wallet} />);
  return { store, receive: screen.getByRole('button', { name: 'Claim: Invite bonus' }) };
}

describe('the invite bonus on home', () => {
  it('shows its amount, and receives it', () => {
    const { store, receive } = open('1.50');
    expect(screen.getByText('฿1.50')).toBeVisible();
    fireEvent.click(receive);
    expect(store.getState().dialog.stack).toEqual([{ name: 'inviteClaim', props: {} }]);
  });

  it('shows nothing earned as zero, with nothing to receive', () => {
    const { receive } = open('0.00');
    expect(screen.getByText('฿0.00')).toBeVisible();
    expect(receive).toBeDisabled();
  });
});
