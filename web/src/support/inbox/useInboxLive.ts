/** Keeps the lists of the inbox up to date by the staff's socket. */
import { useLive } from '../api/useLive';

const RELEVANT = new Set(['messaging', 'inbox', 'presence', 'read']);

const INBOX: Parameters<typeof useLive>[0] = {
  tags: ['Conversation'],
  isRelevant: ({ event = '' }) => RELEVANT.has(event),
  checkMs: 15_000,
  whileHidden: true,
};

export function useInboxLive(): void {
  useLive(INBOX);
}
