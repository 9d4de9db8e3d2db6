/** The address a visitor wanted before logging in. */
import { isText, readJson, removeKey, writeJson } from './storage';

const KEY = 'wallet.intended';

const MEMBER_AREA = /^\/user(?:[/?]|$)/;

export function rememberIntended(address: string): void {
  if (MEMBER_AREA.test(address)) writeJson('session', KEY, address);
}

/** Returns the stored address once; only addresses of the member area count. */
export function takeIntended(): string {
  const address = readJson('session', KEY, isText);
  removeKey('session', KEY);
  return address && MEMBER_AREA.test(address) ? address : '/user';
}
