import { describe, expect, it } from 'vitest';
import { formatAccountNo, formatPhone, isPhone, maskPhone, normalisePhone } from './phone';

describe('a Thai phone number', () => {
  it.each([
    '0812345678',
    '081-234-5678',
    '081 234 5678',
    '+66812345678',
    '+66 81 234 5678',
    '+66 (0)81-234-5678',
    '0066812345678',
    '66812345678',
    '๐๘๑-๒๓๔-๕๖๗๘',
  ])('%s is stored as 0812345678', (typed) => {
    expect(normalisePhone(typed)).toBe('0812345678');
    expect(isPhone(normalisePhone(typed))).toBe(true);
  });

  it.each(['', '12', '081234567', '08123456789', 'abcdefghij', '1812345678'])(
    '%j is refused',
    (typed) => {
      expect(isPhone(normalisePhone(typed))).toBe(false);
    },
  );

  it('is shown in groups and masked', () => {
    expect(formatPhone('0812345678')).toBe('081-234-5678');
    expect(maskPhone('0812345678')).toBe('081-xxx-5678');
  });
});

describe('a Lao phone number', () => {
  it.each(['02055556666', '020 5555 6666', '+856 20 5555 6666', '2055556666', '໐໒໐໕໕໕໕໖໖໖໖'])(
    '%s is stored as 02055556666',
    (typed) => {
      expect(normalisePhone(typed, true)).toBe('02055556666');
      expect(isPhone(normalisePhone(typed, true), true)).toBe(true);
    },
  );

  it('refuses a range that does not exist', () => {
    expect(isPhone(normalisePhone('020 12345678', true), true)).toBe(false);
  });
});

describe('an account number', () => {
  it('is grouped 3-3-rest when it has ten digits', () => {
    expect(formatAccountNo('1234567890')).toBe('123-456-7890');
    expect(formatAccountNo('123456789012')).toBe('123456789012');
  });
});
