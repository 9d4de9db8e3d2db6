/** The identity of somebody who chats without an account, kept on this device. */
import { createGuest, type GuestIdentity } from '../../api/chatApi';
import type { Problem } from '../../api/transport/problem';
import { readJson, removeKey, writeJson } from '../../client/storage';

const KEY = 'wallet.chatGuest';

export interface StoredGuest extends GuestIdentity {
  /** The guest has written: only then is there a conversation to keep. */
  hasWritten?: boolean;
  /** The usernames that have declined to keep it. */
  declinedBy?: string[];
}

function isStoredGuest(value: unknown): value is StoredGuest {
  const candidate = value as Partial<StoredGuest> | null;
  return (
    typeof candidate?.secret === 'string' && /^guest-[0-9a-f]{32}$/.test(candidate.guestId ?? '')
  );
}

export function loadGuest(): StoredGuest | null {
  return readJson('local', KEY, isStoredGuest);
}

export function forgetGuest(): void {
  removeKey('local', KEY);
}

function changeGuest(change: Partial<StoredGuest>): void {
  const guest = loadGuest();
  if (guest) writeJson('local', KEY, { ...guest, ...change });
}

export function noteGuestWrote(): void {
  if (!loadGuest()?.hasWritten) changeGuest({ hasWritten: true });
}

export function noteDeclined(username: string): void {
  changeGuest({ declinedBy: [...(loadGuest()?.declinedBy ?? []), username] });
}

/** The guest whose conversation this member may want to keep. */
export function guestToLink(username: string): StoredGuest | null {
  const guest = loadGuest();
  return guest?.hasWritten && !guest.declinedBy?.includes(username) ? guest : null;
}

/** The identity of this device; the server creates one when there is none. */
export async function ensureGuest(): Promise<StoredGuest | Problem> {
  const known = loadGuest();
  if (known) return known;
  const answer = await createGuest();
  if (answer.error) return answer.error;
  // Another tab may have been faster: one identity serves all of them.
  const other = loadGuest();
  if (other) return other;
  writeJson('local', KEY, answer.data);
  return answer.data;
}

export function guestAuthorization({ guestId, secret }: GuestIdentity): string {
  return `Guest ${guestId}.${secret}`;
}
