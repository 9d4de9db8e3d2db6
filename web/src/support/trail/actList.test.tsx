import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import portal from '../../intl/messages/en.json';
import type { ActLine } from '../api/trailApi';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { ActList } from './ActList';

const messages = { ...portal, ...own } as unknown as Record<string, string>;

const entry = (id: number, kind: string, more: Partial<ActLine> = {}) =>
  ({
    id,
    kind,
    at: '2026-11-27T05:00:00Z',
    by: { id: 'staff-1', username: 'nok', name: 'Nok', role: 'agent' },
    requestId: 'r-1',
    detail: {},
    hash: `${id}`.repeat(64),
    ...more,
  }) as unknown as ActLine;

const CALL = 'post work/slips/{id}/accept';
const MADE = entry(8, 'decision.make', {
  subjectKind: 'slip',
  subjectId: '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5',
  reason: 'the bank says so',
  detail: { what: { kind: 'accept_slip' } },
});

function show(acts: ActLine[]) {
  render(
    <Provider store={createSupportStore()}>
      <IntlProvider locale="en" messages={messages}>
        <ActList acts={acts} />
      </IntlProvider>
    </Provider>,
  );
}

describe('the list of acts', () => {
  it('has one row for a call and its decision, which opens both', async () => {
    show([MADE, entry(7, CALL)]);
    const row = screen.getByRole('button');
    expect(row).toHaveTextContent('Decided alone: Accept a slip · the bank says so');
    expect(row).toHaveTextContent('Slip 01a1fdd8-2731');
    await userEvent.click(row);
    expect(screen.getByText('Accepted a slip')).toBeInTheDocument();
    expect(screen.getByText('8'.repeat(64))).toBeInTheDocument();
    expect(screen.getByText('7'.repeat(64))).toBeInTheDocument();
  });

  it('has the amount and the player of a reward, and readable facts', async () => {
    const player = '01a229fc-51d2-70f1-ae76-f41ccf9d9e4c';
    const detail = {
      decision: 'd-1',
      what: { kind: 'give_coins', player, coins: 20 },
      terms: { wallet: player, amount: null, currency: null },
      player,
      until: 1796087672923556,
    };
    const given = { subjectKind: 'reward', subjectId: player, reason: 'Waited long', detail };
    show([entry(8, 'decision.make', given)]);
    const row = screen.getByRole('button');
    expect(row).toHaveTextContent('Decided alone: Give coins · Coins 20 · Waited long');
    expect(row).toHaveTextContent('Player 01a229fc-51d2');
    await userEvent.click(row);
    expect(screen.getByRole('link', { name: player })).toBeInTheDocument();
    expect(screen.getByText('01/12/2026 08:14:32')).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('1796087672923556');
  });

  it('says that what was asked for was refused', () => {
    show([entry(9, 'refused'), entry(7, CALL)]);
    expect(screen.getByRole('button')).toHaveTextContent('Accepted a slip · Request refused');
  });

  it('shows no name of a machine, whatever was done', () => {
    show([entry(7, 'post something/new')]);
    expect(screen.getByRole('button')).toHaveTextContent('Other action');
    expect(document.body).not.toHaveTextContent('something/new');
  });
});
