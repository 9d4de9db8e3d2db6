import { describe, expect, it } from 'vitest';
import { answered, isSitting, lengthOf, type Sitting, tick } from './sitting';

const MINUTE = 60_000;
const start: Sitting = {
  session: 'a',
  startedAt: 0,
  seenAt: 0,
  remindedAt: 0,
  claim: null,
};
const at = (minutes: number, stored: Sitting | null, tab = 't1', isVisible = true) =>
  tick(stored && { ...stored, seenAt: minutes * MINUTE - 1000 }, 'a', {
    tab,
    now: minutes * MINUTE,
    minutes: 15,
    isVisible,
  });

describe('the reminder of the time', () => {
  it('comes when the interval is over, not before, and never when it is off', () => {
    expect(at(14.9, start).isShown).toBe(false);
    expect(at(15, start).isShown).toBe(true);
    const off = { tab: 't1', now: 600 * MINUTE, minutes: null, isVisible: true };
    expect(tick({ ...start, seenAt: 599 * MINUTE }, 'a', off).isShown).toBe(false);
  });

  it('shows in one tab only, and in another once that one is gone', () => {
    const { sitting } = at(15, start, 't1');
    expect(at(15.05, sitting, 't2').isShown).toBe(false);
    expect(at(15.05, sitting, 't1').isShown).toBe(true);
    expect(at(16, sitting, 't2').isShown).toBe(true);
  });

  it('does not begin in a tab that nobody looks at, but stays where it was', () => {
    expect(at(15, start, 't1', false).isShown).toBe(false);
    const { sitting } = at(15, start, 't1');
    expect(at(15.02, sitting, 't1', false).isShown).toBe(true);
  });

  it('comes again a whole interval after it was answered', () => {
    const { sitting } = at(17, start);
    const on = answered(sitting, 17 * MINUTE);
    expect(at(31.9, on).isShown).toBe(false);
    expect(at(32, on).isShown).toBe(true);
    expect(lengthOf(on, 92 * MINUTE)).toEqual({ hours: 1, minutes: 32 });
  });

  it('survives a reload, but not another log-in or a long absence', () => {
    const reload = tick({ ...start, seenAt: 14 * MINUTE }, 'a', {
      tab: 't1',
      now: 15 * MINUTE,
      minutes: 15,
      isVisible: true,
    });
    expect(reload.sitting.startedAt).toBe(0);
    const moment = { tab: 't1', now: 40 * MINUTE, minutes: 15, isVisible: true };
    expect(tick({ ...start, seenAt: 39 * MINUTE }, 'b', moment).sitting.startedAt).toBe(
      40 * MINUTE,
    );
    expect(tick({ ...start, seenAt: 5 * MINUTE }, 'a', moment)).toMatchObject({
      isShown: false,
      sitting: { startedAt: 40 * MINUTE },
    });
  });

  it('trusts nothing that is stored in another form', () => {
    expect(isSitting(start)).toBe(true);
    expect(isSitting({ ...start, seenAt: 'now' })).toBe(false);
    expect(isSitting(null)).toBe(false);
  });
});
