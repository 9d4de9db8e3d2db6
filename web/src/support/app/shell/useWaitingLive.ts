/** Keeps the counters of the menu up to date by the staff's socket. */
import { useLive } from '../../api/useLive';

const TELLING = new Set(['work', 'inbox', 'messaging']);

const WAITING: Parameters<typeof useLive>[0] = {
  tags: ['Waiting'],
  isTelling: ({ event = '' }) => TELLING.has(event),
  checkMs: 60_000,
  // Somebody may be writing line after line: a counter may be late, a reading is kept for ever.
  gatherMs: 2_000,
};

export function useWaitingLive(): void {
  useLive(WAITING);
}
