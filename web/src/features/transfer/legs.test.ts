import { describe, expect, it } from 'vitest';
import type { Leg, StatementLine } from '../../api/types';
import { isLeftInWallet } from '../../intl/transferProblem';
import { followLegs, togetherOf } from './legs';

const leg = (id: string, from: string, to: string, status: Leg['status']): Leg => ({
  id,
  from,
  to,
  amount: '10.00',
  status,
});
const line = (id: string, status: StatementLine['status']) => ({ id, status }) as StatementLine;

describe('the steps of a movement', () => {
  it('take their end from the statement, and only while they are open', () => {
    const legs = [leg('a', 'pg', 'WALLET', 'PENDING'), leg('b', 'imi', 'WALLET', 'FAILED')];
    const followed = followLegs(legs, [line('a', 'SUCCESS'), line('b', 'SUCCESS')]);
    expect(followed.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('are open together while one is, and a success when one has moved money', () => {
    const done = leg('a', 'pg', 'WALLET', 'SUCCESS');
    const failed = leg('b', 'imi', 'WALLET', 'FAILED');
    expect(togetherOf([done, leg('c', 'usun', 'WALLET', 'PENDING')])).toBe('PENDING');
    expect(togetherOf([done, failed])).toBe('SUCCESS');
    expect(togetherOf([failed])).toBe('FAILED');
  });

  it('fail when the way on is closed, and then the money is in the main wallet', () => {
    const legs = [leg('a', 'pg', 'WALLET', 'SUCCESS'), leg('z', 'WALLET', 'imi', 'FAILED')];
    expect(togetherOf(legs)).toBe('FAILED');
    expect(isLeftInWallet(legs)).toBe(true);
    expect(isLeftInWallet([leg('a', 'pg', 'WALLET', 'FAILED')])).toBe(false);
  });

  it('fail together when nothing was collected, whatever the way on still says', () => {
    const legs = [leg('a', 'pg', 'WALLET', 'FAILED'), leg('z', 'WALLET', 'imi', 'PENDING')];
    expect(togetherOf(legs)).toBe('FAILED');
  });
});
