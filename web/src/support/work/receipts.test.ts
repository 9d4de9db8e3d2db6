import { describe, expect, it } from 'vitest';
import type { BankReceipt } from '../api/workApi';
import { findReceipt, paymentName } from './receipts';

const REFERENCE = '015073144041ATF00999';

describe('a payment', () => {
  it.each([
    REFERENCE,
    REFERENCE.toLowerCase(),
    '15073144041ATF00999',
    `000${REFERENCE}`,
    '0150-7314-4041/ATF.00999',
    ` ${REFERENCE} `,
  ])('has one name, spelled %s', (spelling) => {
    expect(paymentName(spelling)).toBe('15073144041ATF00999');
  });

  it('of nothing but zeros has a name as well', () => {
    expect(paymentName('000')).toBe('0');
    expect(paymentName('-./_')).toBe('');
  });

  it('is found by its reference or by the code of its slip', () => {
    const receipt = { reference: REFERENCE } as BankReceipt;
    const code = `0041000600000101030140220${REFERENCE}5102TH9104A1B2`;
    expect(findReceipt([receipt], REFERENCE.toLowerCase())).toBe(receipt);
    expect(findReceipt([receipt], code)).toBe(receipt);
    expect(findReceipt([receipt], `${REFERENCE}0`)).toBeUndefined();
    expect(findReceipt([receipt], '')).toBeUndefined();
  });
});
