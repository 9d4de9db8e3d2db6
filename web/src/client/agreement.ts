/** Acceptance of the terms, remembered on the device. */
import { isFlag, readJson, writeJson } from './storage';

export const AGREEMENT_KEY = 'wallet.agreement';

export const AGREEMENT_DELAY_MS = 1500;

export function isAgreementAccepted(): boolean {
  return readJson(localStorage, AGREEMENT_KEY, isFlag) ?? false;
}

export function acceptAgreement(): void {
  writeJson(localStorage, AGREEMENT_KEY, true);
}
