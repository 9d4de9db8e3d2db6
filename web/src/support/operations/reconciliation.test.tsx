import { cleanup, render, screen, within } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import type { OperationsView, SourceComparison } from '../api/operationsApi';
import own from '../messages/en.json';
import { Reconciliation } from './Reconciliation';
import { Verdict } from './Verdict';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const report = (source: string, change: Partial<SourceComparison> = {}): SourceComparison => ({
  source,
  from: '2026-11-26T00:00:00Z',
  to: '2026-11-27T00:00:00Z',
  at: '2026-11-27T02:00:00Z',
  compared: 3,
  open: 0,
  unclaimed: 0,
  differences: 0,
  found: [],
  problem: null,
  ...change,
});

const REPORTS = [
  report('bank:scb-1'),
  report('game:pg', { problem: '/v1/transfers: HTTP_500 INTERNAL' }),
  report('payout', { differences: 2 }),
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const showReports = () =>
  render(
    <IntlProvider locale="en" messages={words}>
      <Reconciliation reports={REPORTS} />
    </IntlProvider>,
  );

/** As on a screen with room for a table. */
const onDesktop = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

it('what differs comes first, with the differences next to the source', () => {
  onDesktop();
  showReports();
  const [head, ...rows] = screen.getAllByRole('row');
  const columns = within(head as HTMLElement).getAllByRole('columnheader');
  expect(columns.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
    'Source',
    'Differences',
  ]);
  const names = rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(names[0]).toContain('The payout bank');
  expect(names[1]).toContain('PG’s records');
  expect(names[2]).toContain('Payments to account SCB-1');
  expect(within(rows[0] as HTMLElement).getAllByRole('cell')[1]).toHaveTextContent('2');
});

it('each source is a card where there is no room for a table', () => {
  showReports();
  expect(screen.queryByRole('table')).toBeNull();
  const [first, ...others] = screen.getAllByRole('listitem');
  expect(others).toHaveLength(2);
  expect(first).toHaveTextContent('The payout bank');
  expect(first).toHaveTextContent('Differences2');
});

it('the line about differences leads to the work on them', () => {
  const operations: OperationsView = {
    head: 5_000,
    projections: [],
    trialBalance: [],
    sums: [],
    reconciliation: REPORTS,
    verification: { at: '2026-11-27T12:00:00Z', events: 5_000, seconds: 2, problems: [] },
    backgroundCheck: null,
    sockets: 1,
    work: {
      slips: 0,
      qr: 0,
      manual: 0,
      withdrawals: 0,
      transfers: 0,
      differences: 2,
      approvals: 0,
    },
  };
  render(
    <IntlProvider locale="en" messages={words}>
      <Verdict
        operations={operations}
        at={Date.parse('2026-11-27T13:00:00Z')}
        isFetching={false}
        onRefresh={() => {}}
      />
    </IntlProvider>,
  );
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('The payout bank: 2 differences from our books')).toBe('/work?kind=differences');
  expect(href('PG’s records could not be compared')).toBe('#reconciliation');
});
