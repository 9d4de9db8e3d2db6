/** Keeps the counters of the menu up to date by the staff's socket. */
import { useLive } from '../../api/useLive';

const RELEVANT = new Set(['work', 'inbox', 'messaging']);

const WAITING: Parameters<typeof useLive>[0] = {
  tags: ['Waiting'],
  isRelevant: ({ event = '' }) => RELEVANT.has(event),
  checkMs: 60_000,
  // Somebody may write line after line. A counter may be late, but each reading leaves a permanent
  // audit entry.
  gatherMs: 2_000,
};

export function useWaitingLive(): void {
  useLive(WAITING);
}
