/** The inviter's code of the register link, kept on the device until it has been used. */
import { isText, readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.inviteCode';
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Keeps the code of this page's address, if it has one. */
export function keepInviteCode(search: string): void {
  const code = new URLSearchParams(search).get('code');
  if (code && CODE.test(code)) writeJson(localStorage, KEY, code);
}

export function keptInviteCode(): string {
  return readJson(localStorage, KEY, isText) ?? '';
}

export function forgetInviteCode(): void {
  removeKey(localStorage, KEY);
}
