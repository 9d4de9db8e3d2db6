import { describe, expect, it } from 'vitest';
import { commitOf, draw, wheelIdOf } from './draw';

const SEED = '6b1f0d9c3e7a45528f64d1b20c9e8a7735f1c4e2ab906d7f18c35a9e4d20b7f1';
const CLIENT_SEED = '65f0c1d2e3a4b5c6d7e8f901';
const WHEEL = [
  { code: 'NOTHING', weight: 4000 },
  { code: 'COIN1', weight: 2500 },
  { code: 'CASH5', weight: 1800 },
  { code: 'CASH20', weight: 1000 },
  { code: 'COUPON50', weight: 500 },
  { code: 'CASH100', weight: 150 },
  { code: 'CASH500', weight: 45 },
  { code: 'JACKPOT', weight: 5 },
];
const WEIGHTS = WHEEL.map(({ weight }) => weight);

describe('the draw', () => {
  it.each([
    [0, 8010, 'CASH5'],
    [1, 5868, 'COIN1'],
    [2, 2382, 'NOTHING'],
    [3, 6798, 'CASH5'],
  ])('gives spin %i the ticket %i, which wins %s', async (nonce, ticket, code) => {
    const drawn = await draw({ seed: SEED, clientSeed: CLIENT_SEED, nonce, weights: WEIGHTS });
    expect(drawn?.ticket).toBe(ticket);
    expect(WHEEL[drawn?.slice ?? -1]?.code).toBe(code);
  });

  // With W = 2³¹ + 1 nearly half of all numbers are rejected. Computed by another program.
  it.each([
    [0, 1_927_653_128, 'the second number'],
    [1, 1_389_895_868, 'the first number'],
    [298, 391_456_903, 'the eleventh, of the second cursor'],
    [561, 698_064_216, 'the ninth, the first of the second cursor'],
    [599, 605_086_693, 'the thirteenth'],
  ])('rejects what would favour some tickets: spin %i draws %i, %s', async (nonce, ticket) => {
    const weights = [2 ** 30, 2 ** 30 + 1];
    const drawn = await draw({ seed: SEED, clientSeed: CLIENT_SEED, nonce, weights });
    expect(drawn?.ticket).toBe(ticket);
    expect(drawn?.slice).toBe(ticket < 2 ** 30 ? 0 : 1);
  });

  it('is another one with another seed of the player', async () => {
    const drawn = await draw({ seed: SEED, clientSeed: 'mine', nonce: 0, weights: WEIGHTS });
    expect(drawn?.ticket).not.toBe(8010);
  });

  it.each([[[]], [[0, 0]], [[2 ** 32]]])('refuses the weights %j', async (weights) => {
    expect(await draw({ seed: SEED, clientSeed: 'mine', nonce: 0, weights })).toBeNull();
  });
});

describe('what is promised before', () => {
  it('is the SHA-256 of the bytes of the seed', async () => {
    expect(await commitOf(SEED)).toBe(
      '070dc88d52debc185dbc42c3ee45fb5e257f4fc6634e1e89978eff8c7d64071a',
    );
  });

  it('names the wheel by its codes and weights, in their order', async () => {
    const id = '5f07a4bae74a49f0348b3e321f9bae5cb756d4b226b9d7d29a81bd5d3eac054e';
    expect(await wheelIdOf(WHEEL)).toBe(id);
    expect(await wheelIdOf([...WHEEL].reverse())).not.toBe(id);
  });
});
