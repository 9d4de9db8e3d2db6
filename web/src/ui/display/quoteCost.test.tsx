import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Quote, QuoteFigures } from '../../api/types';
import { show } from '../../stage';
import { QuoteCost } from './QuoteCost';

const FIGURES: QuoteFigures = {
  basis: 'PROVIDERS',
  amount: '300.00',
  total: '500.00',
  base: '800.00',
  successFrom: '2400.00',
  failTo: '80.00',
  turnoverNeeded: '0.00',
  // Already the 22nd in Bangkok.
  expiresAt: '2026-12-21T20:00:00Z',
  locked: '800.00',
};

const QUOTE: Quote = {
  status: 'READY',
  code: null,
  depositNeeded: null,
  closesOnWithdrawal: true,
  closesOnPlay: true,
  figures: FIGURES,
};

const textOf = (quote: Quote, question?: string) => {
  const { container, unmount } = show(
    <QuoteCost quote={quote} currency="THB" question={question ?? null} />,
  );
  const text = container.textContent ?? '';
  unmount();
  return text;
};

it('says what is given, what has to be reached, by when, and what is locked', () => {
  const text = textOf(QUOTE, 'Claim it?');
  expect(text).toContain('You get ฿300.00.');
  expect(text).toContain('reach ฿2,400.00 by 22/12/2026');
  expect(text).toContain('until then, ฿800.00 is locked');
  expect(text).toContain('With ฿80.00 or less left');
  expect(text).toContain('If you bet or withdraw first');
  expect(text).toContain('Claim it?');
  expect(text).not.toContain('bet ฿0.00');
});

it('names the bets where bets are asked for, and no day where there is no end', () => {
  const figures = { ...FIGURES, turnoverNeeded: '2400.00', expiresAt: null };
  const text = textOf({ ...QUOTE, figures, closesOnPlay: false });
  expect(text).toContain('You must reach ฿2,400.00; until then');
  expect(text).toContain('You must also bet ฿2,400.00 in total.');
  expect(text).toContain('If you withdraw first');
});

it('names bounds that can be held', () => {
  const figures = { ...FIGURES, successFrom: '2400.125', failTo: '80.005' };
  const text = textOf({ ...QUOTE, figures });
  expect(text).toContain('฿2,400.13');
  expect(text).toContain('฿80.00 or less');
});

it('says that nothing is locked where there is no condition', () => {
  const text = textOf({ ...QUOTE, figures: { ...FIGURES, locked: '0.00' } });
  expect(text).toContain('It is yours at once');
  expect(text).not.toContain('or less left');
});

it('says when the figures rest on records that no game has confirmed', () => {
  const text = textOf({ ...QUOTE, status: 'UNKNOWN', code: 'SERVICE_UNAVAILABLE' });
  expect(text).toContain('A game is not responding');
});

it('says nothing without figures', () => {
  expect(textOf({ ...QUOTE, status: 'DEPOSIT_FIRST', figures: null })).toBe('');
  expect(screen.queryByRole('region')).toBeNull();
});
