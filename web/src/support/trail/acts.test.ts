import { describe, expect, it } from 'vitest';
import type { ActLine } from '../api/trailApi';
import { actsOf, decisionIn, listIn } from './acts';

const entry = (id: number, kind: string, requestId: string, detail: unknown = {}) =>
  ({ id, kind, requestId, detail }) as unknown as ActLine;

const shown = (entries: ActLine[]) =>
  actsOf(entries).map((act) => [act.main.kind, act.entries.length, act.isRefused]);

describe('an act in the trail', () => {
  it('is one for a call and the decision that it made', () => {
    const entries = [
      entry(5, 'decision.make', 'r-2'),
      entry(4, 'post work/slips/{id}/accept', 'r-2'),
      entry(3, 'read work/slips/{id}', 'r-1'),
      entry(2, 'look.work', 'r-1'),
    ];
    expect(shown(entries)).toEqual([
      ['decision.make', 2, false],
      ['look.work', 2, false],
    ]);
  });

  it('is what was asked for where it was refused', () => {
    expect(shown([entry(3, 'refused', 'r'), entry(2, 'post work/qr/{id}/accept', 'r')])).toEqual([
      ['post work/qr/{id}/accept', 2, true],
    ]);
  });

  it('stays alone where no request was answered', () => {
    expect(shown([entry(3, 'socket.join', ''), entry(2, 'socket.join', '')])).toHaveLength(2);
  });

  it('names the decision that it is about', () => {
    const detail = { decision: 'd-1', what: { kind: 'accept_slip', id: 's-1' } };
    expect(decisionIn(entry(1, 'decision.make', 'r', detail))).toBe('accept_slip');
    expect(decisionIn(entry(1, 'search', 'r', { query: [] }))).toBeNull();
    expect(decisionIn(entry(1, 'search', 'r', null))).toBeNull();
  });

  it('names the list of players that was read, which is recorded as a search', () => {
    const route = '/api/support/players/lists/{list}';
    expect(listIn(entry(1, 'search', 'r', { route, places: ['frozen'] }))).toBe('frozen');
    expect(listIn(entry(1, 'search', 'r', { list: 'new' }))).toBe('new');
    const search = { route: '/api/support/players', places: [] };
    expect(listIn(entry(1, 'search', 'r', search))).toBeNull();
    expect(listIn(entry(1, 'look', 'r', { list: 'new' }))).toBeNull();
  });
});
