import { describe, expect, it } from 'vitest';
import type { WorkItem } from '../api/workApi';
import { listHref, slipFilterOf, slipHref, slipStateOf } from './slipFilter';

const found = (search: string) => slipFilterOf(new URLSearchParams(search));

describe('the slips that an address lists', () => {
  it('are those that wait, unless it has a filter', () => {
    expect(found('kind=slips')).toBeNull();
    expect(found('state=BURNT')).toBeNull();
    expect(found('reference=+')).toBeNull();
    expect(found('state=REFUSED')).toEqual({ state: 'REFUSED' });
  });

  it('have one filter: a reference goes before a player, and both before a state', () => {
    expect(found('state=CREDITED&player=p-1')).toEqual({ player: 'p-1' });
    expect(found('player=p-1&reference=0150 ')).toEqual({ reference: '0150' });
  });

  it('are the same on the way to a slip and back', () => {
    const filter = { reference: 'A&B/1' };
    for (const href of [slipHref('s-1', filter), listHref('slips', filter)]) {
      expect(found(href.split('?')[1] ?? '')).toEqual(filter);
    }
    expect(slipHref('s-1', null)).toBe('/work/slips/s-1');
    expect(listHref('slips', null)).toBe('/work?kind=slips');
  });
});

describe('the state of a slip', () => {
  const state = (status: string, reason: string | null = null) =>
    slipStateOf({ reason, detail: { status } } as unknown as WorkItem);

  it('is refused, unless its money was sent back', () => {
    expect(state('FAILED', 'EXPIRED_SLIP')).toBe('refused');
    expect(state('FAILED', 'SLIP_RETURNED')).toBe('returned');
  });

  it('is waiting once there is a reason to wait', () => {
    expect(state('PENDING', 'SENDER_UNCLEAR')).toBe('waiting');
    expect(state('PENDING')).toBe('open');
    expect(state('SUCCESS')).toBe('credited');
  });
});
