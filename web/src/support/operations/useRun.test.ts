import { expect, it } from 'vitest';
import { runAfter, shareOf } from './useRun';

const RUN = {
  id: 'a',
  view: 'statement',
  startedBy: 'Supervisor',
  startedAt: '2026-11-21T10:00:00Z',
  done: 25,
  total: 100,
  endedAt: null,
  failure: null,
  result: null,
};

it('shows how far a long work is, and never more than all', () => {
  expect(shareOf(RUN)).toBe(0.25);
  // The log has grown since it began.
  expect(shareOf({ ...RUN, done: 120 })).toBe(1);
  expect(shareOf({ ...RUN, total: 0 })).toBeNull();
  expect(shareOf({ ...RUN, endedAt: '2026-11-21T10:01:00Z' })).toBe(1);
});

it('follows the reports of the socket, and reads again what only a reading shows', () => {
  const report = (data: Record<string, unknown>) => ({ event: 'operation', data });
  const next = report({ id: 'a', done: 50, total: 100, isEnded: false });
  expect(runAfter(RUN, next)).toEqual({ ...RUN, done: 50 });
  expect(runAfter(RUN, report({ id: 'a', done: 100, total: 100, isEnded: true }))).toBeNull();
  expect(runAfter(RUN, report({ id: 'b', done: 1, total: 100, isEnded: false }))).toBeNull();
  expect(runAfter(null, next)).toBeNull();
});
