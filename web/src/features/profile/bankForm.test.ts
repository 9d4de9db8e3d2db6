import { describe, expect, it } from 'vitest';
import { EMPTY_BANK_FORM, findBankFaults, refusedField } from './bankForm';

const thai = { isEnglishOnly: false, laoMode: false };

describe('a changed bank account', () => {
  it('names each field that is missing, the password as well', () => {
    expect(Object.keys(findBankFaults(EMPTY_BANK_FORM, thai)).sort()).toEqual(
      Object.keys(EMPTY_BANK_FORM)
        .filter((field) => field !== 'pin')
        .sort(),
    );
    const form = {
      bankCode: 'KBANK',
      bankAccountNo: '123-4-56789-0',
      firstName: 'Somchai',
      lastName: 'Dee',
      password: 'Secret-123',
      pin: '',
    };
    expect(findBankFaults(form, thai)).toEqual({});
    expect(findBankFaults({ ...form, password: '' }, thai)).toEqual({
      password: 'common.required',
    });
  });

  it('shows a refusal at the field that it is about', () => {
    expect(refusedField('WRONG_PASSWORD', [])).toBe('password');
    expect(refusedField('PIN_INVALID', [])).toBe('pin');
    expect(refusedField('PIN_REQUIRED', [])).toBe('pin');
    expect(refusedField('EXISTING_BANK', [])).toBe('bankAccountNo');
    expect(refusedField('INVALID_USER_INFO', ['bankAccountName'])).toBe('firstName');
    expect(refusedField('REQUEST_LIMIT', [])).toBeNull();
  });
});
