/** This device's random name, sent when somebody registers or logs in on it. */
import { randomHex } from './randomHex';
import { isText, readJson, writeJson } from './storage';

const KEY = 'wallet.device';

export function deviceId(): string {
  const kept = readJson('local', KEY, isText);
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = randomHex();
  writeJson('local', KEY, made);
  return made;
}
