import { describe, expect, it } from 'vitest';
import { EMPTY_PIN_FORM, findPinFaults, isCommonPin, refusedPinField } from './pinForm';

const whole = {
  ...EMPTY_PIN_FORM,
  pin: '246813',
  confirm: '246813',
  password: 'Demo-1234',
};

describe('the form of a PIN', () => {
  it('asks for what proves the player, and for nothing else', () => {
    expect(findPinFaults(whole, 'none')).toEqual({});
    expect(findPinFaults(whole, 'current')).toEqual({ current: 'pin.short' });
    expect(findPinFaults(whole, 'code')).toEqual({ code: 'otp.enter' });
  });

  it('refuses digits that many people choose, as the server does', () => {
    for (const pin of ['000000', '777777', '123456', '987654']) expect(isCommonPin(pin)).toBe(true);
    for (const pin of ['123457', '121212', '246813']) expect(isCommonPin(pin)).toBe(false);
    expect(findPinFaults({ ...whole, pin: '111111', confirm: '111111' }, 'none')).toEqual({
      pin: 'pin.common',
    });
  });

  it('wants the same PIN twice', () => {
    expect(findPinFaults({ ...whole, confirm: '246814' }, 'none')).toEqual({
      confirm: 'pin.mismatch',
    });
  });

  it('shows a refusal at its field', () => {
    expect(refusedPinField('PIN_INVALID', [])).toBe('current');
    expect(refusedPinField('INVALID_USER_INFO', ['pin'])).toBe('pin');
    expect(refusedPinField('PIN_BLOCKED', [])).toBeNull();
  });
});
