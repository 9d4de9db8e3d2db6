/** Keeps the work lists up to date by the staff's socket. */
import { useLive } from '../api/useLive';

const WORK: Parameters<typeof useLive>[0] = {
  tags: ['Work', 'Approval', 'Difference'],
  isRelevant: ({ event }) => event === 'work',
  checkMs: 60_000,
};

export function useWorkLive(): void {
  useLive(WORK);
}
