import { describe, expect, it } from 'vitest';
import {
  checkTransfer,
  goesThroughWallet,
  startForm,
  sumElsewhere,
  swapSides,
  type TransferAccount,
} from './transferForm';

const accounts: TransferAccount[] = [
  { code: 'WALLET', name: null, balance: '500.00', isClosed: false, readAt: null, slot: null },
  { code: 'pg', name: 'PG', balance: '20.00', isClosed: false, readAt: null, slot: null },
  { code: 'imi', name: 'IMI', balance: '0.00', isClosed: false, readAt: null, slot: null },
];
const check = (from: string, to: string, amount: string) =>
  checkTransfer({ from, to, amount, isAll: false }, accounts, 'THB');
const checkAll = (from: string, to: string, known: readonly TransferAccount[] = accounts) =>
  checkTransfer({ from, to, amount: '', isAll: true }, known, 'THB');

describe('the transfer form', () => {
  it('asks for both accounts', () => {
    expect(check('', 'pg', '10')).toEqual({
      ok: false,
      fault: { field: 'from', id: 'transfer.selectAccount' },
    });
    expect(check('WALLET', '', '10')).toEqual({
      ok: false,
      fault: { field: 'to', id: 'transfer.selectAccount' },
    });
  });

  it('refuses the same account on both sides', () => {
    expect(check('WALLET', 'WALLET', '10')).toMatchObject({
      fault: { field: 'to', id: 'transfer.sameAccount' },
    });
  });

  it('refuses less than one baht, and accepts exactly one', () => {
    expect(check('WALLET', 'pg', '0.99')).toMatchObject({ fault: { isBelowMinimum: true } });
    expect(check('WALLET', 'pg', '1')).toEqual({
      ok: true,
      body: { from: 'WALLET', to: 'pg', amount: '1.00' },
    });
  });

  it('refuses more than the main wallet holds, but leaves a game balance to the provider', () => {
    expect(check('WALLET', 'pg', '500.01')).toMatchObject({ fault: { isBeyondBalance: true } });
    expect(check('WALLET', 'pg', '500.00').ok).toBe(true);
    expect(check('pg', 'WALLET', '900').ok).toBe(true);
  });

  it('sends everything as such, whatever a game is known to hold', () => {
    expect(checkAll('pg', 'WALLET')).toEqual({
      ok: true,
      body: { from: 'pg', to: 'WALLET', amount: 'ALL' },
    });
    expect(checkAll('imi', 'WALLET').ok).toBe(true);
    expect(checkAll('WALLET', 'pg')).toMatchObject({ body: { amount: 'ALL' } });
    const empty = accounts.map((account) => ({ ...account, balance: '0.00' }));
    expect(checkAll('WALLET', 'pg', empty)).toMatchObject({ fault: { isBeyondBalance: true } });
  });

  it('reads a pasted amount and refuses more than two decimals', () => {
    expect(check('WALLET', 'pg', ' 1,00 ')).toMatchObject({ fault: { reading: 'malformed' } });
    expect(check('WALLET', 'pg', '๑๐๐')).toMatchObject({ body: { amount: '100.00' } });
    expect(check('WALLET', 'pg', '1.0005')).toMatchObject({
      fault: { reading: 'tooManyDecimals' },
    });
  });

  it('takes two games, and knows that this goes through the main wallet', () => {
    expect(check('pg', 'imi', '10')).toMatchObject({ body: { from: 'pg', to: 'imi' } });
    expect(goesThroughWallet({ from: 'pg', to: 'imi' })).toBe(true);
    expect(goesThroughWallet({ from: 'pg', to: 'pg' })).toBe(false);
    expect(goesThroughWallet({ from: 'WALLET', to: 'imi' })).toBe(false);
    expect(goesThroughWallet({ from: 'pg', to: '' })).toBe(false);
    const form = { from: 'WALLET', to: 'pg', amount: '', isAll: false };
    expect(swapSides(form)).toMatchObject({ from: 'pg', to: 'WALLET' });
  });

  it('knows what everything is: all that is not at the destination', () => {
    expect(sumElsewhere(accounts, 'WALLET')).toBe('20.00');
    expect(sumElsewhere(accounts, 'pg')).toBe('500.00');
    expect(sumElsewhere(accounts, 'imi')).toBe('520.00');
  });

  it('starts with the game it was opened for, and never with an account that is not open', () => {
    expect(startForm(accounts, 'pg', 'out')).toMatchObject({ from: 'pg', to: 'WALLET' });
    expect(startForm(accounts, 'unknown')).toMatchObject({ from: 'WALLET', to: '' });
  });
});
