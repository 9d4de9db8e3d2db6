// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { type ProofSource, useProofSource } from './useProofSource';

const RECEIPTS = { receipts: [], checkpoint: 'a note' };
const KEYS = { origin: 'wallet.example/journal', keys: [] };

/** After all timers that are due by now, such as the one that removes an unused answer. */
const afterDueTimers = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(new URL(String(input), 'http://wallet.test'), init);
      }
    },
  );
  vi.stubGlobal('fetch', async ({ url, signal }: Request) => {
    await afterDueTimers();
    signal.throwIfAborted();
    return Response.json(url.endsWith('/key') ? KEYS : RECEIPTS);
  });
});

afterEach(() => vi.unstubAllGlobals());

function sourceOf(): ProofSource {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={createAppStore()}>{children}</Provider>
  );
  return renderHook(useProofSource, { wrapper }).result.current;
}

it('asks again in the moment in which the earlier answer has come', async () => {
  const source = sourceOf();
  const { signal } = new AbortController();
  for (let times = 0; times < 3; times += 1) {
    expect(await source.receipts(['7'], { signal })).toEqual(RECEIPTS);
    expect(await source.keys()).toEqual(KEYS);
  }
  const receipts = () => source.receipts(['7'], { signal });
  expect(await receipts().then(receipts)).toEqual(RECEIPTS);
  expect(await source.keys().then(source.keys)).toEqual(KEYS);
});

it('waits for a statement whose newest line is being sealed', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(url.slice(url.indexOf('/api')));
    const refusal = { status: 409, headers: { 'retry-after': '0' } };
    return asked.length < 3
      ? Response.json({ message: 'PROOF_PENDING' }, refusal)
      : Response.json({ format: 'wallet-statement/2' });
  });
  const { signal } = new AbortController();
  const onWait = vi.fn();
  const period = { from: '2026-11-21T00:00:00.000Z', to: null };
  const statement = await sourceOf().statement(period, { signal, onWait });
  expect(statement).toEqual({ format: 'wallet-statement/2' });
  expect(onWait).toHaveBeenCalledTimes(2);
  const address = '/api/proof/bundle?from=2026-11-21T00%3A00%3A00.000Z';
  expect(asked).toEqual([address, address, address]);
});

it('gives two callers at a time the one answer', async () => {
  const source = sourceOf();
  const { signal } = new AbortController();
  const both = [1, 2].map(() => source.receipts(['7'], { signal }));
  expect(await Promise.all(both)).toEqual([RECEIPTS, RECEIPTS]);
});
