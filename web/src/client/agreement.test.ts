// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { AGREEMENT_KEY, acceptAgreement, isAgreementAccepted } from './agreement';

describe('the terms', () => {
  it('are to be asked for until they are accepted, then never again on this device', () => {
    expect(isAgreementAccepted()).toBe(false);
    acceptAgreement();
    expect(isAgreementAccepted()).toBe(true);
  });

  it('are not accepted by anything else that somebody has stored', () => {
    for (const stored of ['"yes"', '1', 'null', '{', 'false']) {
      localStorage.setItem(AGREEMENT_KEY, stored);
      expect(isAgreementAccepted()).toBe(false);
    }
  });
});
