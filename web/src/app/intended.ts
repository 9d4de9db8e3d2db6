/** The address a visitor wanted before logging in. */
import { isText, readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.intended';

export function rememberIntended(address: string): void {
  writeJson(sessionStorage, KEY, address);
}

/** The remembered address, once; only places of the member area count. */
export function takeIntended(): string {
  const address = readJson(sessionStorage, KEY, isText);
  removeKey(sessionStorage, KEY);
  return address && /^\/user(?:\/|$)/.test(address) ? address : '/user';
}
