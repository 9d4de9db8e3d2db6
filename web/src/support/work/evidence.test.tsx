import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway } from '../../stage';
import type { Approval } from '../api/workApi';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { Evidence, namedBy } from './Evidence';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const SLIP = {
  kind: 'slips',
  id: 'slip-1',
  player: { id: 'player-1', name: 'Somsri' },
  since: '2026-11-27T05:00:00Z',
  reason: 'EXPIRED_SLIP',
  detail: { status: 'FAILED' },
};

let calls: Call[];

afterEach(() => vi.unstubAllGlobals());

function show(kind: string, bankShows: string | null = null) {
  calls = gateway(() =>
    Response.json({ items: [{ ...SLIP, id: 'slip-2', reason: 'NOT_MATCH' }, SLIP] }),
  );
  const approval = {
    decision: { kind },
    subjectKind: 'slip',
    subjectId: 'slip-1',
    evidence: { reference: '015073144041ATF00999', referenceUses: [], bankShows },
  };
  render(
    <Provider store={createSupportStore()}>
      <IntlProvider locale="en" messages={words}>
        <Evidence approval={approval as unknown as Approval} />
      </IntlProvider>
    </Provider>,
  );
}

const link = () => screen.findByRole('link', { name: 'Open the slip' });

describe('who agrees to the credit of a slip', () => {
  it('sees why it was refused, and opens it', async () => {
    show('accept_slip');
    expect(await screen.findByText('The slip was refused: Expired slip')).toBeVisible();
    expect(await link()).toHaveAttribute('href', '/work/slips/slip-1?state=REFUSED');
  });

  it('reads no slip for another decision', () => {
    show('accept_qr');
    expect(calls).toEqual([]);
  });
});

describe('who agrees to an announced deposit', () => {
  it.each([
    ['SHOWN', 'The bank shows this payment'],
    ['NOT_SHOWN', /^The bank does not show this payment/],
    ['UNREACHABLE', /^The bank cannot be reached now/],
  ])('reads what the bank shows: %s', (bankShows, said) => {
    show('accept_manual', bankShows);
    expect(screen.getByText(said)).toBeVisible();
  });
});

describe('what a decision is about', () => {
  it.each([
    ['grant_bonus', 'deposit', 'bonus:WELCOME', 'Bonus', 'WELCOME'],
    ['grant_bonus', 'deposit', 'promotion:SONGKRAN:2', 'Promotion', 'SONGKRAN:2'],
    ['give_coupon', 'deposit', 'coupon:CASH20', 'Coupon', 'CASH20'],
    [
      'end_bonus',
      'deposit',
      '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5',
      'Active grant',
      '01a1fdd8-2731',
    ],
    ['settle_transfer', 'transfer', 'tx:7', 'The provider’s id', 'tx:7'],
    ['accept_slip', 'slip', 'bonus:1', 'The bank’s reference', 'bonus:1'],
  ])('is named by %s of a %s as people call it: %s', (kind, subjectKind, said, label, shown) => {
    const named = namedBy({ decision: { kind }, subjectKind } as Approval, said);
    expect(named.reference).toBe(shown);
    expect(words[named.label]).toEqual([{ type: 0, value: label }]);
  });
});
