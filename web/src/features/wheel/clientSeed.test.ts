import { describe, expect, it } from 'vitest';
import { isClientSeed } from './clientSeed';

describe('the seed of a player', () => {
  it.each(['7', 'my-lucky-seed!', '~', 'x'.repeat(64)])('may be %s', (text) => {
    expect(isClientSeed(text)).toBe(true);
  });

  it.each(['', 'a:b', 'two words', 'โชคดี', 'x'.repeat(65), 'a\n'])('may not be %j', (text) => {
    expect(isClientSeed(text)).toBe(false);
  });
});
