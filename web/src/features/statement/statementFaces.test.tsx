import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatementLine } from '../../api/types';
import { type Call, gateway, giveDialogs, memberStore, show } from '../../stage';
import { daysOfMonth, monthLater, monthOf } from './month/months';
import StatementPage from './StatementPage';
import { queryOf } from './statementQuery';

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

const SUMMARY = {
  month: '2026-11',
  currency: 'THB',
  opening: '1000.00',
  closing: '1060.00',
  sums: [
    { statementType: 'deposit', movedIn: '100.00', movedOut: '0.00' },
    { statementType: 'withdraw', movedIn: '10.00', movedOut: '50.00' },
  ],
  days: [{ day: '2026-11-20', balance: '1100.00' }],
};

let calls: Call[];

function open(isDesktop: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isDesktop,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const page = { statements: [LATER, LINE], total: 2, nextCursor: null, asOf: '1' };
  calls = gateway(({ path }) => {
    if (path.startsWith('GET /api/statement/summary')) return Response.json(SUMMARY);
    return Response.json(path === 'POST /api/statement' ? page : {});
  });
  return show(<StatementPage />, memberStore());
}

const asked = () => calls.filter(({ path }) => path === 'POST /api/statement');

beforeEach(() => {
  giveDialogs();
  window.history.replaceState(null, '', '/user/statement');
});
afterEach(() => vi.unstubAllGlobals());

describe('the statement', () => {
  it('is a list on a phone', async () => {
    open(false);
    expect(
      await screen.findByRole('button', { name: /Receipt for Withdrawal to the bank/ }),
    ).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    const [later, line] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    // From or to where, how it came in, whether it has ended, and when.
    expect(later).toMatch(/Success.*the bank.*21\/11\/2026 00:00:00 · .+ ago/);
    expect(line).toMatch(/Success.*staffSlip.*20\/11\/2026 23:59:59 · .+ ago/);
    expect(asked()).toHaveLength(1);
  });

  it('shows on a phone what was found at once below the search', async () => {
    open(false);
    expect(await screen.findByRole('group', { name: 'Type' })).toBeVisible();
    const field = screen.getByRole('searchbox', { name: 'Search the statement' });
    fireEvent.change(field, { target: { value: '100' } });
    fireEvent.submit(field);
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
    expect(screen.queryByLabelText('Monthly summary')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByRole('group', { name: 'Type' })).toBeVisible();
    expect(asked().at(-1)?.body).not.toHaveProperty('search');
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
    expect(cells[0]).toMatch(/^21\/11\/2026 00:00:00.+ ago$/);
    expect(cells.slice(1, 5)).toEqual([
      'WithdrawalSuccess',
      'Main wallet → the bank',
      '−฿40.00',
      '฿1,060.00',
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
    ['its button', 'Receipt for Withdrawal to the bank at 21/11/2026 00:00:00', true],
  ])('opens one receipt from %s of the table', async (_, name, isButton) => {
    const { store } = open(true);
    const table = within(await screen.findByRole('table'));
    fireEvent.click(isButton ? table.getByRole('button', { name }) : table.getByText(name));
    expect(store.getState().dialog.stack).toEqual([{ name: 'receipt', props: { line: LATER } }]);
  });

  it('has its month in figures, of which a phone shows two at first', async () => {
    open(false);
    const month = within(await screen.findByLabelText('Monthly summary'));
    expect(await month.findByText('+฿100.00')).toBeVisible();
    // What came back is not withdrawn.
    expect(month.getByText('−฿40.00')).toBeVisible();
    expect(month.queryByText('฿1,060.00')).toBeNull();
    fireEvent.click(month.getByRole('button', { name: 'Details' }));
    expect(month.getByText('฿1,060.00')).toBeVisible();
    expect(month.getByRole('img', { name: 'The balance over the month' })).toBeVisible();
  });

  it('shows the lines of the month that was chosen', async () => {
    open(true);
    const month = within(await screen.findByLabelText('Monthly summary'));
    fireEvent.click(month.getByRole('button', { name: 'Previous month' }));
    const days = daysOfMonth(monthLater(monthOf({ from: null, to: null }, Date.now()), -1));
    const query = queryOf({ page: 1, type: null, search: '', ...days });
    await waitFor(() => expect(asked().at(-1)?.body).toEqual(query));
  });

  it('is searched when the search is sent', async () => {
    open(true);
    const field = screen.getByRole('searchbox', { name: 'Search the statement' });
    fireEvent.change(field, { target: { value: ' SCB ' } });
    await screen.findByRole('table');
    expect(asked()).toHaveLength(1);
    fireEvent.submit(field);
    await waitFor(() => expect(asked().at(-1)?.body).toMatchObject({ search: 'SCB' }));
  });
});
