/** Up to which notice this device has shown a member's notices. */
import { isText, readJson, writeJson } from './storage';

const keyOf = (username: string) => `wallet.noticeSeen.${username}`;

/** The id of the last one that was answered; ids sort by time. */
export function seenNotice(username: string): string {
  return readJson(localStorage, keyOf(username), isText) ?? '';
}

export function noteSeenNotice(username: string, id: string): void {
  writeJson(localStorage, keyOf(username), id);
}
