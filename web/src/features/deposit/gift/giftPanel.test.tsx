import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fill, gateway, memberStore, show } from '../../../stage';
import { GiftPanel } from './GiftPanel';
import { useGiftDeposit } from './useGiftDeposit';

function Gift() {
  return <GiftPanel gift={useGiftDeposit()} minimum="10000.00" currency="LAK" />;
}

/** Sends a link that the gateway answers so; a gift that is open has a line with `reason`. */
async function send(answer: () => Response, reason?: string) {
  const line = { id: 'g-1', statementType: 'deposit', status: 'FAILED', reason };
  gateway(({ path }) =>
    path === 'POST /api/statement'
      ? Response.json({ statements: [line], total: 1, nextCursor: null, asOf: '9' })
      : answer(),
  );
  show(<Gift />, memberStore());
  fill('Gift link', 'https://gift.truemoney.com/campaign/?v=Sb1x7Kq2mN9pR4tV8w');
  fireEvent.submit(screen.getByLabelText('Gift link').closest('form') as HTMLFormElement);
}

afterEach(() => vi.unstubAllGlobals());

describe('a gift below the minimum', () => {
  it('says the least amount in the currency of the gift', async () => {
    const data = { min: '2.00', currency: 'THB' };
    await send(() => Response.json({ message: 'DEPOSIT_MINIMUM', data }, { status: 422 }));
    expect(await screen.findByText(/must be worth at least ฿2\.00/)).toBeVisible();
  });

  it('is no invalid link either when it is refused later', async () => {
    const answer = { status: 'PENDING', id: 'g-1', position: '9' };
    await send(() => Response.json(answer), 'DEPOSIT_MINIMUM');
    expect(await screen.findByText('The amount is below the minimum deposit')).toBeInTheDocument();
    expect(screen.queryByText(/The link is invalid or used/)).toBeNull();
  });
});
