// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Spin, SpinPage } from '../../api/wheelApi';
import { checkSpin } from './checkSpin';
import { rememberPromises } from './promises';

const WHEEL = '5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e';
const SEED = '6b1f0d9c3e7a45528f64d1b20c9e8a7735f1c4e2ab906d7f18c35a9e4d20b7f1';
const COMMIT = '070dc88d52debc185dbc42c3ee45fb5e257f4fc6634e1e89978eff8c7d64071a';
const label = { th: '-', la: '-', en: '-' };
const slice = (code: string, weight: number) => ({ code, weight, label });

const spin: Spin = {
  id: 'a',
  seedId: 's',
  nonce: 0,
  clientSeed: '65f0c1d2e3a4b5c6d7e8f901',
  wheel: WHEEL,
  ticket: 8010,
  code: 'CASH5',
  label,
  createdAt: '2026-11-21T10:00:00Z',
};

const page: Pick<SpinPage, 'seeds' | 'wheels'> = {
  seeds: [{ seedId: 's', commit: COMMIT, seed: SEED, clientSeed: spin.clientSeed }],
  wheels: {
    [WHEEL]: [
      slice('NOTHING', 4000),
      slice('COIN1', 2500),
      slice('CASH5', 1800),
      slice('CASH20', 1000),
      slice('COUPON50', 500),
      slice('CASH100', 150),
      slice('CASH500', 45),
      slice('JACKPOT', 5),
    ],
  },
};

const withSeed = (seed: string | null, commit = COMMIT) => ({
  ...page,
  seeds: [{ seedId: 's', commit, seed, clientSeed: spin.clientSeed }],
});

describe('checking a spin', () => {
  it('finds the worked example right', async () => {
    expect(await checkSpin(spin, page)).toEqual({ kind: 'right' });
  });

  it.each([
    ['another ticket', { ticket: 8011 }],
    ['another prize', { code: 'NOTHING' }],
    ['another number of the spin', { nonce: 1 }],
    ['another seed of the player', { clientSeed: 'other' }],
  ])('finds %s wrong', async (_, changed) => {
    const verdict = await checkSpin({ ...spin, ...changed }, page);
    expect(verdict).toEqual({ kind: 'wrong', fault: 'draw' });
  });

  it('finds a seed wrong that was not promised', async () => {
    const verdict = await checkSpin(spin, withSeed(SEED.replace('6', '7')));
    expect(verdict).toEqual({ kind: 'wrong', fault: 'commit' });
  });

  it('finds weights wrong that are not those of the wheel', async () => {
    const [first, ...others] = page.wheels[WHEEL] ?? [];
    const wheels = { [WHEEL]: [{ ...(first ?? slice('', 0)), weight: 3999 }, ...others] };
    const verdict = await checkSpin(spin, { ...page, wheels });
    expect(verdict).toEqual({ kind: 'wrong', fault: 'wheel' });
  });

  it('finds a promise wrong that differs from the one this device was shown', async () => {
    const later = { seedId: 'u', commit: COMMIT };
    // It was promised as the one after the seed that was in use then.
    rememberPromises({
      seedId: 'r',
      commit: COMMIT,
      next: { seedId: 's', commit: 'another' },
    });
    // The first promise counts, whatever the server sends later.
    rememberPromises({ seedId: 's', commit: COMMIT, next: later });
    expect(await checkSpin(spin, page)).toEqual({ kind: 'wrong', fault: 'promise' });
  });

  it('waits for a seed that is still in use', async () => {
    expect(await checkSpin(spin, withSeed(null))).toEqual({ kind: 'open' });
  });

  it('says so when the seed or the wheel is missing', async () => {
    expect(await checkSpin(spin, { ...page, seeds: [] })).toEqual({ kind: 'missing' });
    expect(await checkSpin(spin, { ...page, wheels: {} })).toEqual({ kind: 'missing' });
  });
});
