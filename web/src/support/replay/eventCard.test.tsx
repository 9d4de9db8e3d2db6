import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import type { Change, Moment, Why } from '../api/types';
import own from '../messages/en.json';
import { EventCard } from './EventCard';
import { useReplayWords } from './words';

const messages = { ...portal, ...own } as unknown as Record<string, string>;

const WHY: Why = {
  code: 'PROVIDER_ANSWER_UNKNOWN',
  rule: 'transfer',
  inputs: { reason: 'HTTP_500 INTERNAL_ERROR' },
  causes: [],
};

function Shown({ moment }: { moment: Moment }) {
  return <EventCard moment={moment} currency="THB" words={useReplayWords()} goTo={vi.fn()} />;
}

function show({ why = WHY, diff = [] }: { why?: Why; diff?: Change[] }) {
  const event = {
    type: 'TransferUnknown',
    at: '2026-11-27T05:00:00Z',
    actor: { kind: 'system', id: null, name: null },
    requestId: 'r-1',
    hash: '0'.repeat(64),
    postings: [],
    payload: {},
  };
  const moment = { sequence: 19, position: '21', event, why, diff } as unknown as Moment;
  render(
    <IntlProvider locale="en" messages={messages}>
      <Shown moment={moment} />
    </IntlProvider>,
  );
}

describe('an event in words', () => {
  it('has a status of HTTP as a code', () => {
    show({});
    expect(screen.getByText(/no clear answer \(code 500\)/)).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent(/INTERNAL_ERROR/);
  });

  it('says that something is over, and names the game it went to', () => {
    const before = { status: 'unknown', to: 'pg' };
    show({ diff: [{ path: 'openTransfers.1', before, after: null }] });
    const [change] = screen.getAllByRole('listitem');
    expect(change).toHaveTextContent(/no longer there/);
    expect(change).toHaveTextContent(/To .*PG/);
    expect(change).not.toHaveTextContent(/—/);
  });

  it('shows what is new alone', () => {
    show({ diff: [{ path: 'limits.day', before: null, after: '500.00' }] });
    const [change] = screen.getAllByRole('listitem');
    expect(change).toHaveTextContent('฿500.00');
    expect(change).not.toHaveTextContent(/→/);
  });

  it('has a long id by its end in the sentence, and whole below it', () => {
    const providerTx = 'PGX_a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8';
    show({ why: { ...WHY, code: 'PROVIDER_CONFIRMED', inputs: { game: 'pg', providerTx } } });
    expect(screen.getByText(/\(id …c5d6e7f8\)/)).toBeInTheDocument();
    expect(screen.getAllByText(providerTx)).toHaveLength(1);
  });
});
