import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import type { TimelineEvent } from '../api/types';
import own from '../messages/en.json';
import type { HistoryLine } from './folding';
import { TimelineLine } from './TimelineLine';
import { useReplayWords } from './words';

const messages = { ...portal, ...own } as unknown as Record<string, string>;

const STARTED = {
  sequence: 4,
  type: 'TransferStarted',
  at: '2026-11-27T05:00:00Z',
  summary: {
    amount: '60.00',
    currency: 'THB',
    account: 'main',
    change: '-60.00',
    from: 'WALLET',
    to: 'pg',
  },
} as unknown as TimelineEvent;

const onPick = vi.fn();
const onFold = vi.fn();

function Shown({ line }: { line: HistoryLine }) {
  return (
    <TimelineLine
      line={line}
      event={STARTED}
      isShown
      isUnfolded={false}
      currency="THB"
      words={useReplayWords()}
      onPick={onPick}
      onFold={onFold}
      onKeyDown={vi.fn()}
    />
  );
}

function show(line: HistoryLine) {
  render(
    <IntlProvider locale="en" messages={messages}>
      <Shown line={line} />
    </IntlProvider>,
  );
}

const RETURNED = {
  sequence: 4,
  transfer: { steps: [4, 5, 7], last: 'TransferReturned' },
  isStep: false,
};

describe('a transfer in the history', () => {
  it('is one line with the money that came back, and leads to its last event', async () => {
    show(RETURNED);
    const line = screen.getByRole('button', { name: /Transfer returned/ });
    expect(line).toHaveTextContent('+฿60.00');
    await userEvent.click(line);
    expect(onPick).toHaveBeenCalledWith(7);
  });

  it('unfolds its events', async () => {
    show(RETURNED);
    await userEvent.click(screen.getByRole('button', { name: 'Steps of the transfer' }));
    expect(onFold).toHaveBeenCalledOnce();
  });

  it('has no events to unfold where there is only its start', () => {
    show({ ...RETURNED, transfer: { steps: [4], last: 'TransferStarted' } });
    expect(screen.getByRole('button')).toHaveTextContent('−฿60.00');
  });
});
