/** Keeps the lists of the inbox up to date by the staff's socket. */
import { useLive } from '../api/useLive';

const TELLING = new Set(['messaging', 'inbox', 'presence', 'read']);

const INBOX: Parameters<typeof useLive>[0] = {
  tags: ['Conversation'],
  isTelling: ({ event = '' }) => TELLING.has(event),
  checkMs: 15_000,
  whileHidden: true,
};

export function useInboxLive(): void {
  useLive(INBOX);
}
