import { expect, it } from 'vitest';
import { waitingOf } from './waiting';

it('says how long somebody waits in the largest whole unit', () => {
  const since = '2026-11-21T10:00:00Z';
  const after = (seconds: number) => waitingOf(since, new Date(since).getTime() + seconds * 1000);
  expect(after(59)).toEqual({ id: 'support.inbox.waits.now', n: 0, isLong: false });
  expect(after(119)).toEqual({ id: 'support.inbox.waits.minutes', n: 1, isLong: false });
  expect(after(7_199)).toEqual({ id: 'support.inbox.waits.hours', n: 1, isLong: true });
  expect(after(172_800)).toEqual({ id: 'support.inbox.waits.days', n: 2, isLong: true });
  // A clock that runs behind shows no future.
  expect(after(-30)).toEqual({ id: 'support.inbox.waits.now', n: 0, isLong: false });
});
