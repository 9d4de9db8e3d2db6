/** The inviter's code from the register link, stored on the device until it has been used. */
import { isText, readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.inviteCode';
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Stores the code in this page's address, if there is one. */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code');
  if (code && CODE.test(code)) writeJson('local', KEY, code);
}

export function keptInviteCode(): string {
  return readJson('local', KEY, isText) ?? '';
}

export function forgetInviteCode(): void {
  removeKey('local', KEY);
}
