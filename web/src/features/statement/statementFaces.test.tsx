import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatementLine } from '../../api/types';
import { type Call, gateway, giveDialogs, memberStore, show } from '../../stage';
import StatementPage from './StatementPage';

const LINE: StatementLine = {
  id: '1',
  statementType: 'deposit',
  status: 'SUCCESS',
  from: 'MANUAL',
  to: 'WALLET',
  amount: '100.00',
  direction: 'in',
  currency: 'THB',
  balance: '1100.00',
  createdAt: '2026-11-20T16:59:59Z',
  position: '9',
  method: 'slip',
  slip: { reference: 'REF-1', description: '' },
};
/** Already the next day in Bangkok. */
const LATER: StatementLine = {
  ...LINE,
  slip: null,
  id: '2',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'BANK',
  direction: 'out',
  amount: '40.00',
  balance: '1060.00',
  createdAt: '2026-11-20T17:00:00Z',
};

let calls: Call[];

function open(isDesktop: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isDesktop,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const page = { statements: [LATER, LINE], total: 2, nextCursor: null, asOf: '1' };
  calls = gateway(({ path }) => Response.json(path === 'POST /api/statement' ? page : {}));
  return show(<StatementPage />, memberStore());
}

const asked = () => calls.filter(({ path }) => path === 'POST /api/statement');

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

describe('the statement', () => {
  it('is a list on a phone', async () => {
    open(false);
    expect(await screen.findByText('Withdrawal to the bank')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(asked()).toHaveLength(1);
  });

  it('is a table on a desktop, from the same query, with a group for each day', async () => {
    open(true);
    const table = await screen.findByRole('table');
    const days = within(table)
      .getAllByRole('rowheader')
      .map((day) => day.textContent);
    expect(days).toEqual(['21/11/2026', '20/11/2026']);
    const [, , row] = within(table).getAllByRole('row');
    const cells = within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 6)).toEqual([
      '00:00:00',
      'Withdrawal',
      'Main wallet → the bank',
      '−฿40.00',
      '฿1,060.00',
      'Success',
    ]);
    expect(asked()).toHaveLength(1);
  });

  it('opens the slip of a row, and not its receipt as well', async () => {
    const { store } = open(true);
    const table = within(await screen.findByRole('table'));
    fireEvent.click(table.getByRole('button', { name: 'View slip REF-1' }));
    const slip = await screen.findByRole('dialog');
    fireEvent.click(within(slip).getByRole('button', { name: 'Close' }));
    expect(store.getState().dialog.stack).toEqual([]);
  });

  it.each([
    ['the row', 'Withdrawal', false],
    ['its button', 'Receipt of Withdrawal to the bank at 21/11/2026 00:00:00', true],
  ])('opens one receipt from %s of the table', async (_, name, isButton) => {
    const { store } = open(true);
    const table = within(await screen.findByRole('table'));
    fireEvent.click(isButton ? table.getByRole('button', { name }) : table.getByText(name));
    expect(store.getState().dialog.stack).toEqual([{ name: 'receipt', props: { line: LATER } }]);
  });
});
