import { describe, expect, it } from 'vitest';
import type { StatementLine } from '../../api/types';
import { newCredits } from './newCredits';

const line = (id: string, part: Partial<StatementLine> = {}) =>
  ({ id, status: 'SUCCESS', direction: 'in', amount: '10.00', ...part }) as StatementLine;

const idsOf = (lines: StatementLine[]) => lines.map(({ id }) => id);

describe('a credit', () => {
  it('is no news at the first look, and news once after it', () => {
    const first = newCredits([line('1')], null);
    expect(first.fresh).toEqual([]);
    const second = newCredits([line('2'), line('1')], first.all);
    expect(idsOf(second.fresh)).toEqual(['2']);
    expect(newCredits([line('2'), line('1')], second.all).fresh).toEqual([]);
  });

  it('includes a waiting deposit once it is credited, not before and not if it is refused', () => {
    const waiting = newCredits([line('1', { status: 'PENDING' })], null);
    const refused = newCredits([line('1', { status: 'FAILED' })], waiting.all);
    expect(refused.fresh).toEqual([]);
    expect(idsOf(newCredits([line('1')], waiting.all).fresh)).toEqual(['1']);
  });

  it('is not what goes out', () => {
    const { all } = newCredits([], null);
    expect(newCredits([line('1', { direction: 'out' })], all).fresh).toEqual([]);
  });
});
