import { describe, expect, it } from 'vitest';
import type { Bonus } from '../../../api/types';
import { promotionsOf } from './promotions';

const bonus = (code: string, more: object = {}) =>
  ({
    code,
    banners: [{ image: `/${code}.svg` }],
    isReceived: false,
    userBonus: { isActive: false },
    quote: { status: 'DEPOSIT_FIRST' },
    ...more,
  }) as unknown as Bonus;
const BANNER = { image: '/banner.svg', html: { th: '' } };

const names = (bonuses: Bonus[]) =>
  promotionsOf({ bonuses, invite: [], refund: [] }).map((promotion) =>
    promotion.kind === 'bonus' ? promotion.bonus.code : promotion.kind,
  );

describe('the promotions of the home page', () => {
  it('begin with what can be claimed now, else in the order of the operator', () => {
    const ready = bonus('c', { quote: { status: 'READY' } });
    expect(names([bonus('a'), bonus('b'), ready])).toEqual(['c', 'a', 'b', 'invite', 'refund']);
  });

  it('have no offer that was claimed as often as allowed, unless it is active', () => {
    const done = bonus('a', { isReceived: true });
    const active = bonus('b', { isReceived: true, userBonus: { isActive: true } });
    expect(names([done, active])).toEqual(['b', 'invite', 'refund']);
  });

  it('are never none, and show the first picture of each', () => {
    expect(promotionsOf({ bonuses: [], invite: [BANNER], refund: [] })).toEqual([
      { kind: 'invite', picture: '/banner.svg' },
      { kind: 'refund', picture: null },
    ]);
    const [first] = promotionsOf({ bonuses: [bonus('a')], invite: [], refund: [] });
    expect(first?.picture).toBe('/a.svg');
  });
});
