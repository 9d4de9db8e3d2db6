// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatementPeriod } from '../../api/proofApi';
import type { StatementQuery } from '../../api/statementApi';
import type { StatementLine, Wallet } from '../../api/types';
import { HISTORY, keyAnswer, TestLog, type TestWitness, testWitness } from '../../proof/fixture';
import { reasonOf } from '../../proof/reasons';
import { checkPeriod, type Looked, type Step } from './checkPeriod';
import { seenCheckpoint } from './seenLog';
import type { ProofSource } from './useProofSource';

const ALWAYS: StatementPeriod = { from: null, to: null };
const PAGE = 2;
/** What the lines of the log add up to. */
const HELD = '300.00';

const log = new TestLog(HISTORY);
/** As the server lists them: newest first. */
const linesOf = (of: TestLog) =>
  of.lines
    .map((line) => ({ ...line, statementType: line.type }))
    .reverse() as unknown as StatementLine[];
const LINES = linesOf(log);
const KEYS = [{ verifier: log.key.verifier, since: '0', until: null }];

interface Server {
  /** What is listed at each look at the first page; at last what stays. */
  lists?: StatementLine[][];
  total?: number;
  held?: string;
  /** The position of the newest line, when it is looked at after the others. */
  newest?: string;
  /** How far the wallet's view is at each look. */
  asOf?: string[];
  statement?: (period: StatementPeriod) => unknown;
  /** All of them are needed. */
  witnesses?: TestWitness[];
}

function serverOf(server: Server = {}) {
  const { total, held = HELD, newest, asOf = [], lists = [LINES] } = server;
  const asked: StatementQuery[] = [];
  const wallet = vi.fn(
    async () => ({ asOf: asOf.shift() ?? '9', wallet: { amount: held } }) as Wallet,
  );
  const statement = vi.fn(async (period: StatementPeriod) =>
    server.statement ? server.statement(period) : log.statement(period.from, period.to),
  );
  const source: ProofSource = {
    keys: async () => keyAnswer(KEYS, server.witnesses, server.witnesses?.length),
    note: async (size) => log.note(size),
    consistency: async (from, to) => log.consistency(from, to),
    receipts: async () => ({ receipts: [], checkpoint: '' }),
    statement,
    liabilities: async () => null,
    async lines(query) {
      asked.push(query);
      const { from, to, cursor, limit } = query;
      const [list = []] = cursor || lists.length === 1 ? lists : [lists.shift()];
      const listed = list.filter(
        ({ createdAt }) =>
          (!from || Date.parse(createdAt) >= Date.parse(from)) &&
          (!to || Date.parse(createdAt) < Date.parse(to)),
      );
      const start = Number(cursor ?? 0);
      const end = start + Math.min(PAGE, limit ?? PAGE);
      if (limit === 1 && newest) listed.unshift({ ...LINES[0], position: newest } as StatementLine);
      return {
        asOf: '9',
        total: total ?? listed.length,
        statements: listed.slice(start, end),
        nextCursor: end < listed.length ? String(end) : null,
      };
    },
    wallet,
  };
  const steps: Step[] = [];
  const looks: Looked[] = [];
  const stop = new AbortController();
  const check = (period: StatementPeriod = ALWAYS) =>
    checkPeriod(period, source, {
      signal: stop.signal,
      onProgress: (step) => steps.push(step),
      onLook: (looked) => looks.push(looked),
    });
  return { check, asked, steps, looks, stop, wallet, statement };
}

const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`;
const without = (id: string) => LINES.filter((line) => line.id !== id);
const withLine = (id: string, change: Partial<StatementLine>) =>
  LINES.map((line) => (line.id === id ? { ...line, ...change } : line));

vi.mock('./useProofSource', () => ({ pause: async () => undefined }));

beforeEach(() => localStorage.clear());

describe('the lines of a period', () => {
  it('are all proven and listed, page by page, and end at what the wallet holds', async () => {
    const { check, steps, statement } = serverOf();
    const { statement: proven, isToday } = await check();
    expect(proven).toMatchObject({ opening: 0n, closing: 30_000n, voids: 2, position: 9 });
    expect(isToday).toBe(true);
    expect(statement).toHaveBeenCalledTimes(1);
    expect(steps).toEqual([
      { of: 'events', done: 0, total: 9 },
      { of: 'events', done: 9, total: 9 },
      { of: 'lines', done: 2, total: 5 },
      { of: 'lines', done: 4, total: 5 },
      { of: 'lines', done: 5, total: 5 },
    ]);
    expect(seenCheckpoint()).toMatchObject({ size: 9, verifier: log.key.verifier });
  });

  it('are not proven by a statement that was changed', async () => {
    const { check, looks, statement } = serverOf({
      statement: () => {
        const changed = log.statement();
        changed.events.splice(4, 1);
        return changed;
      },
    });
    expect(await reasonOf(() => check())).toBe('history');
    expect(statement).toHaveBeenCalledTimes(1);
    // The evidence.
    expect(looks.at(-1)).toMatchObject({ lines: [], answer: { format: 'wallet-statement/2' } });
  });

  it('are not proven by a log that the device has not seen', async () => {
    await serverOf().check();
    const fork = new TestLog(HISTORY);
    fork.leaves[0] = new Uint8Array(32);
    const { check } = serverOf({
      statement: () => ({ ...log.statement(), checkpoint: fork.note(9, [log.key]) }),
    });
    expect(await reasonOf(() => check())).toBe('fork');
  });

  it.each<[string, StatementPeriod]>([
    ['beginning', { from: at(4), to: null }],
    ['end', { from: null, to: at(7) }],
  ])('are not proven by the statement of another %s', async (_, other) => {
    const { check } = serverOf({ statement: () => log.statement(other.from, other.to) });
    expect(await reasonOf(() => check())).toBe('period');
  });

  it('must be listed, each of them', async () => {
    for (const list of [without('operation-8'), without('operation-3')]) {
      for (const total of [4, 5]) {
        const { check, statement } = serverOf({ lists: [list], total });
        expect(await reasonOf(() => check())).toBe('missing');
        expect(statement).toHaveBeenCalledTimes(3);
      }
    }
  });

  it('must be the only ones that are listed', async () => {
    const [newest] = LINES as [StatementLine];
    for (const id of ['operation-9', newest.id]) {
      const list = [{ ...newest, id }, ...LINES];
      for (const total of [5, 6]) {
        const { check } = serverOf({ lists: [list], total });
        expect(await reasonOf(() => check())).toBe('missing');
      }
    }
  });

  it.each<[string, string, Partial<StatementLine>]>([
    ['type', 'operation-3', { statementType: 'transfer' }],
    ['direction', 'operation-3', { direction: 'in' }],
    ['amount', 'operation-3', { amount: '200.01' }],
    ['balance', 'operation-3', { balance: '300.01' }],
    ['balance', 'operation-5', { balance: '300.00' }],
    ['currency', 'operation-3', { currency: 'LAK' }],
    ['time', 'operation-3', { createdAt: '2026-11-21T10:00:03.123457Z' }],
  ])('must be listed with the %s that is proven', async (reason, id, change) => {
    const { check, looks } = serverOf({ lists: [withLine(id, change)] });
    const event = id === 'operation-3' ? 4 : 6;
    await expect(check()).rejects.toMatchObject({ reason, event });
    expect(looks.at(-1)?.lines.map((line) => line.id)).toContain(id);
  });

  it('may come between the statement and the list, which are read again then', async () => {
    const { check, statement } = serverOf({ lists: [without('operation-8'), LINES] });
    expect(await check()).toMatchObject({ isToday: true });
    expect(statement).toHaveBeenCalledTimes(2);
  });

  it('end at another balance than the wallet shows: that is found', async () => {
    const { check } = serverOf({ held: '300.01' });
    await expect(check()).rejects.toMatchObject({ reason: 'today', event: 9 });
  });

  it('with an end are not held against what the wallet holds today', async () => {
    const { check, wallet } = serverOf({ held: '999.00' });
    const { statement, isToday } = await check({ from: null, to: at(8) });
    expect(statement.lines).toHaveLength(4);
    expect(isToday).toBe(false);
    expect(wallet).not.toHaveBeenCalled();
  });

  it('are cut at its two bounds', async () => {
    const { check, asked } = serverOf();
    const { statement } = await check({ from: at(2), to: at(6) });
    expect(statement).toMatchObject({ opening: 50_000n, closing: 30_000n, position: 6 });
    expect(asked[0]).toMatchObject({ from: at(2), to: at(6) });
  });

  it('may lie outside of it between two others, where clocks differ', async () => {
    const skewed = new TestLog(
      [2, 1, 7, 3].map((second) => ({ type: 'Deposited', moved: 100, second })),
    );
    const from = at(2);
    const { check } = serverOf({
      lists: [linesOf(skewed)],
      statement: () => ({
        ...skewed.statement(from, at(4)),
        keys: log.statement().keys,
        checkpoint: skewed.note(4, [log.key]),
      }),
    });
    expect((await check({ from, to: at(4) })).statement.lines).toHaveLength(4);
  });

  it('are in a log that so many witnesses have seen', async () => {
    const witness = testWitness('a.example/w');
    const checkpoint = witness.sign(log.note(), 0);
    const { check } = serverOf({
      witnesses: [witness],
      statement: () => ({ ...log.statement(), checkpoint }),
    });
    const at = '1970-01-01T00:00:00.000Z';
    const { statement } = await check();
    expect(statement.witnesses).toEqual({ seen: 1, of: 1, quorum: 1, at });
    const few = serverOf({ witnesses: [witness] });
    expect((await few.check()).statement.witnesses).toMatchObject({ seen: 0, at: null });
  });

  it('may be none', async () => {
    const { check } = serverOf({ lists: [[]] });
    const nothing = { from: '2026-11-22T00:00:00.000Z', to: null };
    expect(await check(nothing)).toMatchObject({ statement: { lines: [] }, isToday: false });
  });
});

describe('the balance of today', () => {
  it('waits until both views show the same moment', async () => {
    const { check, wallet } = serverOf({ asOf: ['7', '8', '9'] });
    expect(await check()).toMatchObject({ isToday: true });
    expect(wallet).toHaveBeenCalledTimes(3);
  });

  it('is not said of a wallet that has changed meanwhile', async () => {
    const { check } = serverOf({ newest: '10', held: '0.00' });
    expect(await check()).toMatchObject({ isToday: false });
  });
});

describe('a check', () => {
  it('that is no longer wanted asks nothing more', async () => {
    const { check, asked, stop } = serverOf();
    stop.abort();
    await expect(check()).rejects.toThrow(/abort/i);
    expect(asked).toEqual([]);
  });
});
