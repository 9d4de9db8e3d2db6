import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import SpinsPage from './SpinsPage';

const TEXT = { th: '5 บาท', la: '5 ບາດ', en: '5 baht' };
const SEED = { seedId: 's-1', commit: 'ab'.repeat(32) };
const SPIN = {
  id: 'spin-1',
  seedId: SEED.seedId,
  clientSeed: 'mine',
  nonce: 0,
  ticket: 7,
  wheel: 'w-1',
  code: 'CASH5',
  label: TEXT,
  createdAt: '2026-11-20T03:00:00Z',
};

function open(spins: object[], nonce: number) {
  const answers: Record<string, object> = {
    'GET /api/spinwheel/setup': {
      result: { activeSpinwheel: null, userCoin: 0, coinPrice: null },
      fair: {
        ...SEED,
        clientSeed: 'mine',
        nonce,
        next: { seedId: 's-2', commit: 'cd'.repeat(32) },
      },
    },
    'GET /api/spinwheel/spins': {
      spins,
      total: spins.length,
      seeds: [{ ...SEED, seed: null }],
      wheels: { 'w-1': [{ code: 'CASH5', label: TEXT, weight: 1 }] },
      asOf: '1',
    },
  };
  const calls = gateway(({ path }) => Response.json(answers[path] ?? {}));
  show(<SpinsPage />, memberStore());
  return calls;
}

afterEach(() => vi.unstubAllGlobals());

describe('spins whose seed is still sealed', () => {
  it('are said to be locked, above and in their row, and their seal can be opened', async () => {
    giveDialogs();
    open([SPIN], 1);
    expect(await screen.findByText('1 spin is locked')).toBeInTheDocument();
    expect(await screen.findByText('Locked')).toBeInTheDocument();
    expect(screen.queryByText(/fair/)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Open and check' })).toBeEnabled();
  });
});

describe('a member who has not spun', () => {
  it('is offered the wheel, and no seal to open', async () => {
    giveDialogs();
    open([], 0);
    expect(await screen.findByRole('button', { name: 'Lucky wheel' })).toBeInTheDocument();
    expect(await screen.findByText('A new number, no spin yet')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Open and check' })).toBeNull();
  });
});
