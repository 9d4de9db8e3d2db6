import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quote } from '../../api/types';
import { giveDialogs, memberStore, show } from '../../stage';
import { OfferModal, type Quoting } from './OfferModal';

const OFFER = {
  code: 'WELCOME',
  percentFail: '10',
  successPercent: '300',
  turnoverTimes: 0,
  minDeposit: '100.00',
  percent: 100,
  cap: '300.00',
  amount: null,
  maxWithdraw: null,
  expireDays: 30,
};
const READY: Quote = {
  status: 'READY',
  code: null,
  depositNeeded: null,
  closesOnWithdrawal: true,
  closesOnPlay: true,
  figures: {
    basis: 'PROVIDERS',
    amount: '300.00',
    total: '500.00',
    base: '800.00',
    successFrom: '2400.00',
    failTo: '80.00',
    turnoverNeeded: '0.00',
    expiresAt: null,
    locked: '800.00',
  },
};

/** Opens the offer with a quote; answers what its buttons have done. */
function open(quoting: Partial<Quoting>) {
  const send = vi.fn(async () => null);
  const refetch = vi.fn();
  const onClose = vi.fn();
  const receiving = {
    phase: 'form' as const,
    body: null,
    answer: null,
    problem: null,
    send,
    startOver: () => undefined,
    forgive: () => undefined,
  };
  const { store } = show(
    <OfferModal
      title="Welcome"
      offer={OFFER}
      quoting={{ isFetching: false, refetch, ...quoting }}
      currency="THB"
      receiving={receiving}
      isActive={false}
      onClose={onClose}
    >
      terms
    </OfferModal>,
    memberStore(),
  );
  return { store, send, refetch, onClose };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const receive = () => screen.queryByRole('button', { name: 'Claim bonus' });

describe('an offer', () => {
  beforeEach(giveDialogs);

  it('asks once the cost is shown, and is taken on a yes only', async () => {
    const { send, onClose } = open({ data: READY });
    expect(screen.getByText('Claim it?')).toBeInTheDocument();
    await press('Not now');
    expect(onClose).toHaveBeenCalledOnce();
    expect(send).not.toHaveBeenCalled();
    await press('Claim bonus');
    expect(send).toHaveBeenCalledExactlyOnceWith({ code: 'WELCOME' });
  });

  it('cannot be taken before its cost is known', async () => {
    const { send } = open({ isFetching: true });
    await userEvent.click(receive() as HTMLElement);
    expect(send).not.toHaveBeenCalled();
    expect(screen.queryByText('Claim it?')).toBeNull();
  });

  it('leads to the deposit that it waits for', async () => {
    const closed = { ...READY, figures: null, depositNeeded: '100.00' };
    const { store } = open({ data: { ...closed, status: 'CLOSED_BY_WITHDRAWAL' } });
    expect(screen.getByText(/Lost after a withdrawal: deposit ฿100\.00/)).toBeInTheDocument();
    expect(receive()).toBeNull();
    await press('Deposit');
    expect(store.getState().dialog.stack).toEqual([{ name: 'deposit', props: {} }]);
  });

  it('can be asked about again where a game does not answer', async () => {
    const { refetch } = open({ data: { ...READY, status: 'UNKNOWN' } });
    expect(screen.getByText(/these figures use our records/)).toBeInTheDocument();
    expect(receive()).toBeNull();
    await press('Check again');
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('says that another bonus has to end first', () => {
    open({ data: { ...READY, status: 'GRANT_ACTIVE', figures: null } });
    expect(screen.getByText(/Another bonus is active/)).toBeInTheDocument();
    expect(receive()).toBeNull();
  });
});
