import { describe, expect, it } from 'vitest';
import { factsOf, moneyIn, subjectOf } from './facts';

const PLAYER = '01a229fc-51d2-70f1-ae76-f41ccf9d9e4c';
const DETAIL = {
  decision: 'd-1',
  what: { kind: 'correct', player: PLAYER, amount: '-12.50' },
  terms: { wallet: PLAYER, amount: '-12.50', currency: 'THB', account: null },
  player: PLAYER,
  until: 1796087672923556,
  whyTwo: 'WORD_OF_STAFF',
};

describe('the facts of an entry', () => {
  it('come once each, with their money and their times', () => {
    expect(factsOf(DETAIL)).toEqual([
      { name: 'decision', as: 'text', text: 'd-1' },
      { name: 'kind', as: 'decision', text: 'correct' },
      { name: 'player', as: 'player', id: PLAYER },
      { name: 'amount', as: 'money', money: { amount: '-12.50', currency: 'THB' } },
      { name: 'until', as: 'moment', time: '2026-12-01T01:14:32.923Z' },
      { name: 'whyTwo', as: 'whyTwo', text: 'WORD_OF_STAFF' },
    ]);
  });

  it('are kept as text where nothing more is known of them', () => {
    expect(factsOf({ route: '/api/support/work', places: ['a', 'b'], n: 3, none: null })).toEqual([
      { name: 'route', as: 'text', text: '/api/support/work' },
      { name: 'places', as: 'text', text: 'a, b' },
      { name: 'n', as: 'text', text: '3' },
    ]);
    expect(factsOf(null)).toEqual([]);
  });
});

describe('a decision in the trail', () => {
  it('has the money of its terms, or the coins that are given', () => {
    expect(moneyIn({ detail: DETAIL })).toEqual({ amount: '-12.50', currency: 'THB' });
    const coins = { what: { kind: 'give_coins', coins: 20 }, terms: { amount: null } };
    expect(moneyIn({ detail: coins })).toEqual({ amount: '20', currency: 'COIN' });
    expect(moneyIn({ detail: {} })).toBeNull();
  });

  it('is about the player where its subject has no id', () => {
    const about = (subjectKind: string, subjectId: string) =>
      subjectOf({ subjectKind, subjectId, detail: DETAIL });
    expect(about('reward', PLAYER)).toEqual({ kind: 'player', id: PLAYER });
    expect(about('correction', 'd-1')).toEqual({ kind: 'player', id: PLAYER });
    expect(about('slip', 's-1')).toEqual({ kind: 'slip', id: 's-1' });
  });
});
