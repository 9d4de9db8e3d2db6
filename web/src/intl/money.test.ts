import { describe, expect, it } from 'vitest';
import {
  addAmounts,
  amountBetween,
  compareAmounts,
  currencySign,
  floorTo,
  formatAmount,
  formatNumber,
  isZero,
  multiplyAmounts,
  parseAmount,
  parseNumber,
} from './money';

describe('showing an amount', () => {
  it.each([
    ['1234.50', 'THB', '1,234.50'],
    ['0.00', 'THB', '0.00'],
    ['5', 'THB', '5.00'],
    ['-1234567.8', 'THB', '−1,234,567.80'],
    ['-0.00', 'THB', '0.00'],
    ['1234', 'LAK', '1,234'],
    ['1234.00', 'LAK', '1,234'],
    ['9007199254740993.01', 'THB', '9,007,199,254,740,993.01'],
    ['0.10', 'THB', '0.10'],
  ])('%s %s is shown as %s', (amount, currency, shown) => {
    expect(formatAmount(amount, currency)).toBe(shown);
  });

  it('never rounds a digit away', () => {
    expect(formatAmount('1.2345', 'THB')).toBe('1.2345');
    expect(formatAmount('10.5', 'LAK')).toBe('10.5');
  });

  it('guesses neither decimals nor a sign for a currency that is not known', () => {
    expect(['1234.500', '5'].map((amount) => formatAmount(amount, 'XYZ'))).toEqual([
      '1,234.500',
      '5',
    ]);
    expect(['THB', 'LAK', 'XYZ', ''].map(currencySign)).toEqual(['฿', '₭', 'XYZ ', '']);
  });

  it('counts without a currency, with the decimals that are asked for', () => {
    expect(formatNumber('1234.00', 0)).toBe('1,234');
    expect(formatNumber('1234.00')).toBe('1,234.00');
    expect(parseNumber('12', 0)).toEqual({ ok: true, amount: '12' });
    expect(parseNumber('1.5', 0)).toEqual({ ok: false, fault: 'tooManyDecimals' });
  });

  it('shows what is not a number as it came', () => {
    expect(formatAmount('n/a', 'THB')).toBe('n/a');
  });
});

describe('reading what a person types', () => {
  it.each([
    ['1,000', '1000.00'],
    [' 1 000 ', '1000.00'],
    ['฿50.5', '50.50'],
    ['๑๒๓.๔๕', '123.45'],
    ['໑໐໐', '100.00'],
    ['.5', '0.50'],
    ['007', '7.00'],
    ['1,234,567.89', '1234567.89'],
    ['10.', '10.00'],
    ['10.5000', '10.50'],
  ])('%j is %s', (typed, amount) => {
    expect(parseAmount(typed, 'THB')).toEqual({ ok: true, amount });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['abc', 'malformed'],
    ['-5', 'malformed'],
    ['1e309', 'malformed'],
    ['1,00', 'malformed'],
    ['1.2.3', 'malformed'],
    ['.', 'malformed'],
    ['1234567890123', 'malformed'],
    ['0.001', 'tooManyDecimals'],
  ])('%j is refused as %s', (typed, fault) => {
    expect(parseAmount(typed, 'THB')).toEqual({ ok: false, fault });
  });

  it('takes no decimals in kip', () => {
    expect(parseAmount('5,000', 'LAK')).toEqual({ ok: true, amount: '5000' });
    for (const typed of ['5000.00', '5000.5', '5000.', '0.000', '.5']) {
      expect(parseAmount(typed, 'LAK')).toEqual({ ok: false, fault: 'tooManyDecimals' });
    }
  });

  it.each([
    ['100.000', 'LAK', '100,000'],
    ['1.234.567', 'LAK', '1,234,567'],
    ['₭ ໑໐໐.໐໐໐', 'LAK', '100,000'],
    ['1.000', 'THB', '1,000'],
    ['10.500', 'THB', '10,500'],
  ])('%s in %s is asked about: %s?', (typed, currency, meant) => {
    expect(parseAmount(typed, currency)).toEqual({ ok: false, fault: { meant } });
  });
});

describe('calculating with strings', () => {
  it('finds an amount on the way, without rounding it up', () => {
    expect(amountBetween('100.00', '200.00', 0)).toBe('100.00');
    expect(amountBetween('100.00', '200.01', 500)).toBe('150.00');
    expect(amountBetween('5', '5.10', 1000)).toBe('5.10');
    expect(amountBetween('90071992547409.91', '90071992547409.93', 500)).toBe('90071992547409.92');
  });

  it('rounds down to whole steps, exactly', () => {
    expect(floorTo('1239', '10')).toBe('1230');
    expect(floorTo('9007199254740993.07', '0.05')).toBe('9007199254740993.05');
    expect(floorTo('0.99', '1.00')).toBe('0.00');
    expect(floorTo('5.00', '0')).toBe('5.00');
  });

  it('adds what floats cannot', () => {
    expect(addAmounts('0.10', '0.20')).toBe('0.30');
    expect(addAmounts('99999999999999.99', '0.01')).toBe('100000000000000.00');
    expect(addAmounts('1.00', '-2.50')).toBe('-1.50');
  });

  it('compares by value, not by letters', () => {
    expect(compareAmounts('9.00', '10.00')).toBeLessThan(0);
    expect(compareAmounts('10', '10.00')).toBe(0);
    expect(compareAmounts('-1', '0')).toBeLessThan(0);
  });

  it('multiplies exactly', () => {
    expect(multiplyAmounts('780.25', '1')).toBe('780.25');
    expect(multiplyAmounts('0.07', '100')).toBe('7.00');
    expect(multiplyAmounts('1.10', '1.10')).toBe('1.2100');
  });

  it('knows zero in each spelling', () => {
    expect(['0', '0.00', '-0.00'].every(isZero)).toBe(true);
    expect(isZero('0.01')).toBe(false);
  });
});
