import { describe, expect, it } from 'vitest';
import { lineAt, linesOf, nextOf, targetOf, transferChange } from './folding';

const TRANSFERS = [
  { steps: [2, 3, 6], last: 'TransferReturned' },
  { steps: [5], last: 'TransferStarted' },
];
const ALL = [1, 2, 3, 4, 5, 6, 7];
const sequencesOf = (unfolded: number[]) =>
  linesOf(ALL, TRANSFERS, new Set(unfolded)).map((line) => line.sequence);

describe('the lines of a history', () => {
  it('are one for each transfer, where it began', () => {
    expect(sequencesOf([])).toEqual([1, 2, 4, 5, 7]);
  });

  it('have every event of an unfolded transfer below it', () => {
    expect(sequencesOf([2])).toEqual([1, 2, 2, 3, 6, 4, 5, 7]);
  });

  it('show an event of a folded transfer at the transfer, and lead to its last event', () => {
    const folded = linesOf(ALL, TRANSFERS, new Set());
    expect(lineAt(folded, 6)).toBe(1);
    expect(lineAt(folded, 4)).toBe(2);
    expect(lineAt(linesOf(ALL, TRANSFERS, new Set([2])), 6)).toBe(4);
    expect(folded.map(targetOf)).toEqual([1, 6, 4, 5, 7]);
  });
});

describe('an arrow key', () => {
  const walk = (unfolded: number[], step: -1 | 1) => {
    const lines = linesOf(ALL, TRANSFERS, new Set(unfolded));
    return lines.map((_, at) => nextOf(lines, at, step));
  };

  it('leads to the line next to it, and past the ends to none', () => {
    expect(walk([], 1)).toEqual([6, 4, 5, 7, null]);
    expect(walk([], -1)).toEqual([null, 1, 6, 4, 5]);
  });

  it('skips the heading of an unfolded transfer', () => {
    expect(walk([2], 1)[0]).toBe(2);
    expect(walk([2], -1)[2]).toBe(1);
  });
});

describe('the amount of a transfer', () => {
  const toGame = { amount: '60.00', from: 'WALLET', to: 'pg' };
  const toWallet = { amount: '60.00', from: 'pg', to: 'WALLET' };

  it('has the sign of the main wallet', () => {
    expect(transferChange(toGame, 'TransferSent')).toBe('-60.00');
    expect(transferChange(toGame, 'TransferCompleted')).toBe('-60.00');
    expect(transferChange(toWallet, 'TransferCompleted')).toBe('60.00');
  });

  it('is what came back when it was returned, and nothing where nothing had moved', () => {
    expect(transferChange(toGame, 'TransferReturned')).toBe('60.00');
    expect(transferChange(toWallet, 'TransferReturned')).toBeNull();
    expect(transferChange(toWallet, 'TransferSent')).toBeNull();
  });
});
