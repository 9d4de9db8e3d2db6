import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Coupon } from '../../api/wheelApi';
import { gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { ClaimConfirm } from './ClaimConfirm';

const TEXT = { th: '5 บาท', la: '5 ບາດ', en: '5 baht' };
const COUPON: Coupon = {
  prize: { code: 'CASH5', name: TEXT, slice: { label: TEXT, htmlDescription: TEXT } },
  amount: 1,
  worth: '5.00',
  type: 'money',
  expiresAt: null,
  isExpired: false,
  status: 'READY',
};
const QUOTE = {
  status: 'READY',
  code: null,
  depositNeeded: null,
  closesOnWithdrawal: false,
  closesOnPlay: false,
  figures: {
    basis: 'PROVIDERS',
    amount: '5.00',
    total: '200.00',
    base: '205.00',
    successFrom: '410.00',
    failTo: '20.50',
    turnoverNeeded: '0.00',
    expiresAt: null,
    locked: '205.00',
  },
};

const CLAIM = 'POST /api/spinwheel/coupon/claim';

/** Opens the question; the gateway quotes so. */
function ask(quote: () => Response) {
  const calls = gateway(({ path }) => {
    if (path === 'GET /api/spinwheel/coupon/quote/CASH5') return quote();
    if (path === 'GET /api/wallet') return Response.json({ wallet: { currency: 'THB' } });
    if (path === CLAIM) {
      return Response.json({ status: 'SUCCESS', position: '9', balance: '205.00', amount: '5.00' });
    }
    return refusal(404, 'NO_DATA');
  });
  show(<ClaimConfirm coupon={COUPON} onClose={() => undefined} />, memberStore());
  return { claims: () => calls.filter(({ path }) => path === CLAIM).length };
}

describe('the question before a coupon is claimed', () => {
  beforeEach(giveDialogs);

  it('says what it costs, and claims on a yes', async () => {
    const { claims } = ask(() => Response.json(QUOTE));
    expect(await screen.findByText(/You must reach ฿410\.00/)).toBeInTheDocument();
    expect(screen.getByText(/until then, ฿205\.00 is locked/)).toBeInTheDocument();
    expect(screen.getByText('Claim this coupon?')).toBeInTheDocument();
    expect(claims()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Claim coupon' }));
    await expect.poll(claims).toBe(1);
  });

  it('says in words why it cannot be claimed, and claims nothing', async () => {
    const closed = { ...QUOTE, status: 'GRANT_ACTIVE', code: 'BONUS_REMAINING', figures: null };
    const { claims } = ask(() => Response.json(closed));
    expect(await screen.findByText('After your active bonus has ended')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Claim coupon' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(claims()).toBe(0);
  });

  it('claims nothing before it is known what it costs', async () => {
    let isDown = true;
    const { claims } = ask(() =>
      isDown ? refusal(503, 'SERVICE_UNAVAILABLE') : Response.json(QUOTE),
    );
    const again = await screen.findByRole('button', { name: 'Check again' });
    isDown = false;
    await userEvent.click(again);
    expect(await screen.findByText('Claim this coupon?')).toBeInTheDocument();
    expect(claims()).toBe(0);
  });
});
