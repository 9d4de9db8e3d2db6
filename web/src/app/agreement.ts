/** Acceptance of the terms, remembered on the device. */
import { isFlag, readJson, writeJson } from './storage';

const KEY = 'wallet.agreement';

export const AGREEMENT_DELAY_MS = 1500;

export function isAgreementAccepted(): boolean {
  return readJson(localStorage, KEY, isFlag) ?? false;
}

export function acceptAgreement(): void {
  writeJson(localStorage, KEY, true);
}
