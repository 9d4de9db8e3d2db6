/** The address a visitor wanted before logging in. */
import { isText, readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.intended';

const MEMBER_AREA = /^\/user(?:[/?]|$)/;

export function rememberIntended(address: string): void {
  if (MEMBER_AREA.test(address)) writeJson(sessionStorage, KEY, address);
}

/** Returns the stored address once; only addresses of the member area count. */
export function takeIntended(): string {
  const address = readJson(sessionStorage, KEY, isText);
  removeKey(sessionStorage, KEY);
  return address && MEMBER_AREA.test(address) ? address : '/user';
}
