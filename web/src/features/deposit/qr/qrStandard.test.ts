import { describe, expect, it } from 'vitest';
import { standardOf } from './qrStandard';

describe('the standard of a payment code', () => {
  it("is the country's for EMV codes, and none for others", () => {
    expect(standardOf('00020101021230', 'THB')).toBe('THAI QR PAYMENT');
    expect(standardOf('00020101021230', 'LAK')).toBe('LAO QR');
    expect(standardOf('00020101021230', 'USD')).toBeNull();
    expect(standardOf('https://pay.example/1', 'THB')).toBeNull();
    expect(standardOf(null, 'THB')).toBeNull();
  });
});
