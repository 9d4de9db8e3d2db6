import { describe, expect, it } from 'vitest';
import type { OpenSession } from '../../api/accessApi';
import { mergeSessions } from './mergeSessions';

const session = (id: string, agent: string, network: string | null, day: number): OpenSession => ({
  id,
  agent,
  network,
  isCurrent: false,
  createdAt: '2026-11-01T03:00:00Z',
  lastSeenAt: `2026-11-${day}T03:00:00Z`,
});

describe('log-ins of one device', () => {
  it('are one row with the newest use, and end together', () => {
    const rows = mergeSessions(
      [
        session('a', 'Chrome', '10.0.0.*', 11),
        session('b', 'Safari', '10.0.0.*', 20),
        session('c', 'Chrome', '10.0.0.*', 25),
        session('d', 'Chrome', null, 12),
      ],
      (agent) => agent ?? '',
    );
    expect(rows).toEqual([
      {
        label: 'Chrome',
        agent: 'Chrome',
        network: '10.0.0.*',
        lastSeenAt: '2026-11-25T03:00:00Z',
        ids: ['a', 'c'],
      },
      {
        label: 'Safari',
        agent: 'Safari',
        network: '10.0.0.*',
        lastSeenAt: '2026-11-20T03:00:00Z',
        ids: ['b'],
      },
      {
        label: 'Chrome',
        agent: 'Chrome',
        network: null,
        lastSeenAt: '2026-11-12T03:00:00Z',
        ids: ['d'],
      },
    ]);
  });
});
