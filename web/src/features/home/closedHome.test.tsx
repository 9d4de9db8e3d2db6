import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serviceGone } from '../../client/session';
import { gateway, memberStore, show } from '../../stage';
import { ActionTiles } from './ActionTiles';
import { MoneyActions } from './MoneyActions';

afterEach(() => vi.unstubAllGlobals());

function open(isGone: boolean) {
  gateway(() => Response.json({ isActive: true, coin: 3 }));
  const store = memberStore();
  if (isGone) store.dispatch(serviceGone());
  show(
    <>
      <MoneyActions />
      <ActionTiles onRefresh={() => undefined} isRefreshing={false} />
    </>,
    store,
  );
  return screen.getAllByRole('button').map(({ textContent }) => textContent);
}

describe('the actions of home', () => {
  it('are all there while the service runs', () => {
    expect(open(false)).toEqual([
      'Deposit',
      'Withdraw',
      'Transfer',
      'Lucky wheel',
      'Bonus',
      'Cashback',
      'Invite friends',
      'Limits',
    ]);
  });

  it('are those that lead money out once it has closed', () => {
    expect(open(true)).toEqual([
      'Withdraw',
      'Transfer',
      'Refresh all balances',
      'Bonus',
      'Cashback',
      'Limits',
    ]);
  });
});
