import { describe, expect, it } from 'vitest';
import type { OperationsView } from '../api/operationsApi';
import { comparedOf, concernsOf, stateOf, unprovenOf } from './verdict';

const NOW = Date.parse('2026-11-27T12:00:00Z');

const WELL: OperationsView = {
  head: 5_000,
  projections: [{ view: 'statement', position: 4_990, lag: 10 }],
  trialBalance: [],
  sums: [{ currency: 'THB', amount: '0.00' }],
  reconciliation: [
    {
      source: 'bank:scb-1',
      from: '2026-11-26T00:00:00Z',
      to: '2026-11-27T00:00:00Z',
      at: '2026-11-27T02:00:00Z',
      compared: 3,
      open: 0,
      unclaimed: 0,
      differences: 0,
      found: [],
      problem: null,
    },
  ],
  verification: { at: '2026-11-26T12:00:00Z', events: 5_000, seconds: 2, problems: [] },
  backgroundCheck: null,
  sockets: 1,
  work: { slips: 9, qr: 0, manual: 0, withdrawals: 0, transfers: 0, differences: 0, approvals: 0 },
};

const found = (change: Partial<OperationsView>) =>
  concernsOf({ ...WELL, ...change }, NOW).map(({ tone, message }) => `${tone} ${message}`);

describe('the verdict on the system', () => {
  it('is that all is well, whatever waits for staff', () => {
    expect(found({})).toEqual([]);
  });

  it('names a view that has stopped, and one that is far behind', () => {
    const view = { view: 'slip', position: 1, lag: 1_001 };
    expect(found({ projections: [view] })).toEqual(['caution support.verdict.lagging']);
    const stopped = { ...view, stopped: 'a row is missing' };
    expect(found({ projections: [stopped] })).toEqual(['negative support.verdict.stopped']);
  });

  it('names books that are not even', () => {
    const sums = [{ currency: 'LAK', amount: '-0.01' }];
    expect(found({ sums })).toEqual(['negative support.verdict.uneven']);
  });

  it('names what a verification or the background check found', () => {
    const at = '2026-11-27T11:00:00Z';
    const verification = { at, events: 1, seconds: 1, problems: ['x'] };
    expect(found({ verification })).toEqual(['negative support.verdict.problems']);
    const backgroundCheck = { position: 1, roundAt: at, failures: 2, problem: 'x' };
    expect(found({ backgroundCheck })).toEqual(['negative support.verdict.changed']);
  });

  it('wants everything checked within two days, by whom ever', () => {
    expect(found({ verification: null })).toEqual(['caution support.verdict.unchecked']);
    const verification = { at: '2026-11-25T11:59:59Z', events: 1, seconds: 1, problems: [] };
    expect(found({ verification })).toEqual(['caution support.verdict.old']);
    const roundAt = '2026-11-27T11:00:00Z';
    const backgroundCheck = { position: 1, roundAt, failures: 0, problem: null };
    expect(found({ verification, backgroundCheck })).toEqual([]);
  });

  it('counts a source without a record to compare as one that agrees with nothing', () => {
    const [bank] = WELL.reconciliation;
    if (!bank) throw new Error('there is a source');
    const idle = { ...bank, source: 'bank:bbl-1', compared: 0 };
    const onlyOpen = { ...idle, source: 'game:pg', open: 2 };
    expect(comparedOf([bank, idle, onlyOpen])).toEqual({ compared: 1, sources: 3 });
    expect(comparedOf([])).toEqual({ compared: 0, sources: 0 });
  });

  it('is good only if outside records were compared and everything was verified', () => {
    const [bank] = WELL.reconciliation;
    if (!bank) throw new Error('there is a source');
    const idle = { reconciliation: [{ ...bank, compared: 0 }] };
    const roundAt = '2026-11-27T11:00:00Z';
    const backgroundCheck = { position: 1, roundAt, failures: 0, problem: null };
    const unverified = { verification: null, backgroundCheck };
    const state = (change: Partial<OperationsView>) => stateOf({ ...WELL, ...change }, NOW);
    expect(state({})).toBe('well');
    expect(state(idle)).toBe('unproven');
    expect(state(unverified)).toBe('unproven');
    expect(unprovenOf({ ...WELL, ...idle, ...unverified })).toBe('both');
    expect(unprovenOf({ ...WELL, ...idle })).toBe('compared');
    expect(unprovenOf({ ...WELL, ...unverified })).toBe('verified');
    expect(state({ ...idle, sums: [{ currency: 'THB', amount: '0.01' }] })).toBe('negative');
  });

  it('says what is wrong before what was not done', () => {
    const [bank] = WELL.reconciliation;
    if (!bank) throw new Error('there is a source');
    const reconciliation = [
      { ...bank, problem: 'no answer' },
      { ...bank, source: 'bank:bbl-1', differences: 1 },
    ];
    expect(found({ reconciliation })).toEqual([
      'negative support.verdict.differences',
      'caution support.verdict.notCompared',
    ]);
  });
});
