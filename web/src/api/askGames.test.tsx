import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gateway, memberStore, show } from '../stage';
import { useBalanceState, useFreshBalances } from './askGames';

const CODES = ['pg', 'imi'];
const REFRESH = 'POST /api/wallet/refresh/slot';

function Screen({ isOverview = false }) {
  useFreshBalances(CODES, isOverview);
  return <p>{useBalanceState('pg')}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const see = (state: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

let answer: () => Response | Promise<Response>;
let asked: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  // What the test before has asked is old by now.
  vi.setSystemTime(Date.now() + 3_600_000);
  answer = () => Response.json({ slots: [{ code: 'pg', amount: '1', ok: true }], position: '9' });
  const calls = gateway(({ path }) => (path === REFRESH ? answer() : Response.json({})));
  asked = () => calls.filter(({ path }) => path === REFRESH).length;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('asks the games again once their balances are ten seconds old, without a sign of it', async () => {
  const { container } = show(<Screen />, memberStore());
  await pass(0);
  expect(asked()).toBe(1);
  await pass(9_000);
  expect(asked()).toBe(1);
  let finish = (_: Response) => undefined as unknown;
  answer = () => new Promise((resolve) => (finish = resolve));
  await pass(2_000);
  expect(asked()).toBe(2);
  expect(container).toHaveTextContent('known');
  finish(Response.json({ slots: [{ code: 'pg', amount: '1', ok: false }], position: '9' }));
  await pass(100);
  expect(container).toHaveTextContent('silent');
});

it('asks once for two screens, and nobody while a question is open', async () => {
  show(
    <>
      <Screen />
      <Screen isOverview />
    </>,
    memberStore(),
  );
  await pass(0);
  expect(asked()).toBe(1);
  let finish = (_: Response) => undefined as unknown;
  answer = () => new Promise((resolve) => (finish = resolve));
  await pass(60_000);
  expect(asked()).toBe(2);
  finish(Response.json({ slots: [{ code: 'pg', amount: '1', ok: false }], position: '9' }));
  await pass(9_000);
  expect(asked()).toBe(2);
  answer = () => Response.json({ message: 'INVALID_INPUT' }, { status: 400 });
  await pass(2_000);
  expect(asked()).toBe(3);
  await pass(8_000);
  expect(asked()).toBe(3);
});

it('asks once for an overview, which shows the age of what it knows', async () => {
  vi.setSystemTime(Date.now() + 3_600_000);
  show(<Screen isOverview />, memberStore());
  await pass(0);
  expect(asked()).toBe(1);
  await pass(60_000);
  expect(asked()).toBe(1);
});

it('asks nobody for a page that is hidden, or that nobody has touched for two minutes', async () => {
  show(<Screen />, memberStore());
  await pass(0);
  see('hidden');
  await pass(60_000);
  expect(asked()).toBe(1);
  see('visible');
  await pass(1_000);
  expect(asked()).toBe(2);
  await pass(240_000);
  const before = asked();
  expect(before).toBeLessThan(9);
  await pass(60_000);
  expect(asked()).toBe(before);
  window.dispatchEvent(new Event('pointerdown'));
  await pass(1_000);
  expect(asked()).toBe(before + 1);
});
