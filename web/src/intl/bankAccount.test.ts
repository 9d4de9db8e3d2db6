import { describe, expect, it } from 'vitest';
import { accountNameOf, bankAccountOf, findBankAccountFaults } from './bankAccount';

const empty = { bankCode: '', bankAccountNo: '', firstName: '', lastName: '' };
const good = {
  bankCode: 'KBANK',
  bankAccountNo: '123-4-56789-0',
  firstName: ' somchai ',
  lastName: 'dee  jai',
};
const thai = { isEnglishOnly: false, laoMode: false };

describe('a bank account', () => {
  it('names each field that is missing', () => {
    const faults = findBankAccountFaults(empty, thai);
    expect(Object.keys(faults).sort()).toEqual(Object.keys(empty).sort());
    expect(findBankAccountFaults(good, thai)).toEqual({});
  });

  it('asks for English names where the bank does', () => {
    const draft = { ...good, lastName: 'ใจดี' };
    expect(findBankAccountFaults(draft, thai)).toEqual({});
    expect(findBankAccountFaults(draft, { ...thai, isEnglishOnly: true })).toEqual({
      lastName: 'bank.englishOnly',
    });
  });

  it('has as many digits as banks of its country use', () => {
    const draft = { ...good, bankAccountNo: '12345678' };
    expect(findBankAccountFaults(draft, thai)).toEqual({ bankAccountNo: 'bank.accountNoDigits' });
    expect(findBankAccountFaults(draft, { ...thai, laoMode: true })).toEqual({});
  });

  it('is sent as the bank writes it', () => {
    expect(bankAccountOf(good)).toEqual({
      bankCode: 'KBANK',
      bankAccountNo: '1234567890',
      bankAccountName: 'SOMCHAI DEE JAI',
    });
  });
});

describe('the holder name', () => {
  it('is both parts, trimmed, one space, in capitals', () => {
    expect(accountNameOf('  somchai ', ' jai  dee ')).toBe('SOMCHAI JAI DEE');
    expect(accountNameOf('สมชาย', 'ใจดี')).toBe('สมชาย ใจดี');
  });
});
