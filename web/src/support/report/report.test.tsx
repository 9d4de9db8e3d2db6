import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway } from '../../stage';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import ReportPage from './ReportPage';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const LINES = [
  { kind: 'DEPOSIT', part: 'slip', amount: '500.00', count: 2 },
  { kind: 'DEPOSIT', part: 'qr', amount: '20.00', count: 1 },
  { kind: 'WITHDRAWAL', amount: '100.00', count: 1 },
  { kind: 'GAME_RESULT', part: 'pg', amount: '-60.00', count: 3 },
];
const FIGURES = { lines: LINES, net: '420.00', held: '480.00' };
const COINS = {
  lines: [{ kind: 'COINS_EARNED', amount: '3', count: 3 }],
  net: '0',
  held: '3',
};

const report = (day: string) => ({
  asOf: '2026-11-29T05:00:00Z',
  from: day,
  to: day,
  currencies: [
    { currency: 'THB', total: FIGURES, days: [{ day, figures: FIGURES }] },
    { currency: 'COIN', total: COINS, days: [{ day, figures: COINS }] },
  ],
  players: { new: 4, active: 17, days: [{ day, new: 4, active: 17 }] },
});

let calls: Call[];

beforeEach(() => {
  calls = gateway(() => Response.json(report('2026-11-29')));
  render(
    <Provider store={createSupportStore()}>
      <IntlProvider locale="en" messages={words}>
        <ReportPage />
      </IntlProvider>
    </Provider>,
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('the report', () => {
  it('has a table for each currency, and adds none to another', async () => {
    const baht = await screen.findByRole('region', { name: 'Report: THB' });
    const rows = within(baht)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toContain('Deposits by slip฿500.002');
    expect(rows).toContain('All deposits฿520.00');
    expect(rows.some((row) => row?.includes('−฿60.00'))).toBe(true);
    expect(rows).toContain('Net (deposits less withdrawals)฿420.00');
    const coins = screen.getByRole('region', { name: 'Report: COIN' });
    expect(within(coins).queryByText(/Net/)).toBeNull();
    expect(screen.getByText('17')).toBeInTheDocument();
  });

  it('is read again for the days of a preset', async () => {
    await screen.findByRole('region', { name: 'Report: THB' });
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Yesterday' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('is not asked for with days in the wrong order', async () => {
    await screen.findByRole('region', { name: 'Report: THB' });
    const to = screen.getByLabelText('To day');
    await userEvent.clear(to);
    await userEvent.type(to, '01/01/2020');
    expect(screen.getByText('The last day is before the first day')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export (CSV)' })).toBeDisabled();
    expect(calls).toHaveLength(1);
  });
});
