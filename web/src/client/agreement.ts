/** Acceptance of the terms, remembered on the device. */
import { isFlag, readJson, writeJson } from './storage';

export const AGREEMENT_KEY = 'wallet.agreement';

export const AGREEMENT_DELAY_MS = 1500;

export function isAgreementAccepted(): boolean {
  return readJson('local', AGREEMENT_KEY, isFlag) ?? false;
}

export function acceptAgreement(): void {
  writeJson('local', AGREEMENT_KEY, true);
}
