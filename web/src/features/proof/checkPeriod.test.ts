// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import type { StatementQuery } from '../../api/statementApi';
import type { StatementLine, Wallet } from '../../api/types';
import { TestLog } from '../../proof/fixture';
import { reasonOf } from '../../proof/reasons';
import { checkPeriod, type Period } from './checkPeriod';
import type { ProofSource } from './useProofSource';

const ALWAYS: Period = { from: null, to: null };
const PAGE = 3;
/** What the lines of the log add up to. */
const HELD = '4.82';

const log = new TestLog();
/** As the server lists them: newest first. */
const LINES = log.lines
  .map((line, index) => ({ ...line, statementType: line.type, position: String(index + 1) }))
  .reverse() as unknown as StatementLine[];

interface Server {
  lines?: StatementLine[];
  total?: number;
  held?: string;
  /** The position of the newest line, when it is looked at after the others. */
  newest?: string;
  /** How far the wallet's view is at each look. */
  asOf?: string[];
}

function serverOf({ lines = LINES, total, held = HELD, newest, asOf = [] }: Server = {}) {
  const asked: StatementQuery[] = [];
  const wallet = vi.fn(
    async () => ({ asOf: asOf.shift() ?? '7', wallet: { amount: held } }) as Wallet,
  );
  const source: ProofSource = {
    keys: async () => ({
      origin: 'wallet.example/journal',
      keys: [{ verifier: log.key.verifier, since: '0', until: null }],
    }),
    note: async (size) => log.note(size),
    consistency: async (from, to) => log.consistency(from, to),
    receipts: async ({ positions }) => ({
      receipts: positions.map((position) => log.receipt(Number(position))),
      checkpoint: log.note(),
    }),
    async lines(query) {
      asked.push(query);
      const { from, to, cursor, limit } = query;
      const listed = lines.filter(
        ({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to),
      );
      const start = Number(cursor ?? 0);
      const end = start + Math.min(PAGE, limit ?? PAGE);
      if (limit === 1 && newest) listed.unshift({ ...LINES[0], position: newest } as StatementLine);
      return {
        asOf: '7',
        total: total ?? listed.length,
        statements: listed.slice(start, end),
        nextCursor: end < listed.length ? String(end) : null,
      };
    },
    wallet,
  };
  const seen: [number, number][] = [];
  const stop = new AbortController();
  const check = (period: Period = ALWAYS) =>
    checkPeriod(period, source, {
      signal: stop.signal,
      onProgress: (done, of) => seen.push([done, of]),
      onLook: () => undefined,
    });
  return { check, asked, seen, stop, wallet };
}

const at = (second: number) => `2026-11-21T10:00:0${second}Z`;
const without = (...positions: string[]) =>
  LINES.filter(({ position }) => !positions.includes(position));

describe('the lines of a period', () => {
  it('are all proven, page by page, and end at what the wallet holds', async () => {
    const { check, seen } = serverOf();
    expect(await check()).toMatchObject({ count: 7, opening: 0n, closing: 482n, isToday: true });
    expect(seen).toEqual([
      [3, 7],
      [6, 7],
      [7, 7],
    ]);
  });

  it('end at another balance than the wallet shows: that is found', async () => {
    const { check } = serverOf({ held: '4.83' });
    expect(await reasonOf(() => check())).toBe('today');
  });

  it('must be as many as the list says that there are', async () => {
    // The newest one is kept back: what is left is in order.
    const { check } = serverOf({ lines: without('7'), total: 7 });
    expect(await reasonOf(() => check())).toBe('missing');
  });

  it.each(['3', '5'])(
    'have no gap: line %s, left out of the list and its number, is found',
    async (position) => {
      const { check } = serverOf({ lines: without(position) });
      expect(await reasonOf(() => check())).toBe('gap');
    },
  );

  it('with an end are not held against what the wallet holds today', async () => {
    const { check, wallet } = serverOf({ held: '999.00' });
    expect(await check({ from: null, to: at(6) })).toMatchObject({ count: 6, isToday: false });
    expect(wallet).not.toHaveBeenCalled();
  });

  it('are cut at its two bounds, and what lies around is looked at, too', async () => {
    const { check, asked } = serverOf();
    const checked = await check({ from: at(2), to: at(5) });
    expect(checked).toMatchObject({ count: 3, opening: 50_000n, isToday: false });
    // The clocks of two gateways differ.
    expect(asked[0]).toMatchObject({
      from: '2026-11-21T09:00:02.000Z',
      to: '2026-11-21T11:00:05.000Z',
    });
  });

  it('may be none', async () => {
    const { check } = serverOf({ lines: [] });
    expect(await check()).toMatchObject({ count: 0, currency: null, until: null, isToday: false });
  });
});

describe('the balance of today', () => {
  it('waits until both views show the same moment', async () => {
    const { check, wallet } = serverOf({ asOf: ['5', '6', '7'] });
    expect(await check()).toMatchObject({ isToday: true });
    expect(wallet).toHaveBeenCalledTimes(3);
  });

  it('is not said of a wallet that has changed meanwhile', async () => {
    const { check } = serverOf({ newest: '8', held: '0.00' });
    expect(await check()).toMatchObject({ count: 7, isToday: false });
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
