import { describe, expect, it } from 'vitest';
import { bankAccountOf, EMPTY_BANK_FORM, findBankFaults, refusedField } from './bankForm';

const good = {
  bankCode: 'KBANK',
  accountNo: '123-4-56789-0',
  firstName: ' somchai ',
  lastName: 'dee  jai',
  password: 'Secret-123',
};
const thai = { isEnglishOnly: false, laoMode: false };

describe('a changed bank account', () => {
  it('names each field that is missing, the password as well', () => {
    expect(Object.keys(findBankFaults(EMPTY_BANK_FORM, thai)).sort()).toEqual(
      Object.keys(EMPTY_BANK_FORM).sort(),
    );
    expect(findBankFaults(good, thai)).toEqual({});
  });

  it('asks for English names where the bank does', () => {
    const form = { ...good, lastName: 'ใจดี' };
    expect(findBankFaults(form, thai)).toEqual({});
    expect(findBankFaults(form, { ...thai, isEnglishOnly: true })).toEqual({
      lastName: 'bank.englishOnly',
    });
  });

  it('is sent as the bank writes it', () => {
    expect(bankAccountOf(good)).toEqual({
      bankCode: 'KBANK',
      bankAccountNo: '1234567890',
      bankAccountName: 'SOMCHAI DEE JAI',
    });
  });

  it('shows a refusal at the field that it is about', () => {
    expect(refusedField('WRONG_PASSWORD', [])).toBe('password');
    expect(refusedField('EXISTING_BANK', [])).toBe('accountNo');
    expect(refusedField('INVALID_USER_INFO', ['bankAccountName'])).toBe('firstName');
    expect(refusedField('REQUEST_LIMIT', [])).toBeNull();
  });
});
