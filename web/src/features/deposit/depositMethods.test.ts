import { describe, expect, it } from 'vitest';
import type { DepositAccount, DepositLookup } from '../../api/types';
import {
  accountsToPay,
  canMakeQr,
  depositMethods,
  type QrChannel,
  qrChannels,
  readPayable,
  smallestQr,
} from './depositMethods';

const account = (bankCode: string, part: Partial<DepositAccount> = {}): DepositAccount => ({
  id: bankCode,
  bankCode,
  bankType: null,
  mode: 'AUTO',
  bank: { nameTH: bankCode, nameEN: bankCode },
  bankAccountName: 'SHOP',
  holder: { th: 'SHOP', la: 'SHOP', en: 'SHOP' },
  bankAccountNo: '1112223334',
  currency: 'THB',
  qr: null,
  ...part,
});

const lookup: DepositLookup = {
  banks: [
    account('SCB'),
    account('KBANK', { qr: { minimum: '0.01', quickAmounts: ['10.00'] } }),
    account('WW', { bankType: 'PAYMENT', qr: { minimum: '100.00', quickAmounts: ['100.00'] } }),
  ],
  wallets: [
    {
      walletAccountName: 'SHOP',
      holder: { th: 'SHOP', la: 'SHOP', en: 'SHOP' },
      mode: 'AUTO',
      minimum: '2.00',
    },
  ],
  isManual: false,
  manual: null,
  minimum: '1.00',
  slipWindowMinutes: 60,
  slipClosed: null,
};

describe('the ways to deposit', () => {
  it('are what the operator has switched on', () => {
    expect(depositMethods(lookup)).toEqual(['qr', 'slip', 'gift']);
    expect(depositMethods({ ...lookup, banks: [account('SCB')], wallets: [] })).toEqual(['slip']);
  });

  it('begin with one that has an account: a payment service takes no slips', () => {
    const service = account('BCEL', {
      bankType: 'PAYMENT',
      currency: 'LAK',
      qr: { minimum: '10000', quickAmounts: ['10000'] },
    });
    const lao = { ...lookup, banks: [service], wallets: [], isManual: true };
    expect(depositMethods(lao)).toEqual(['qr', 'manual']);
    expect(depositMethods({ ...lookup, banks: [], wallets: [] })).toEqual(['slip']);
  });

  it('end with asking the staff, where that is offered', () => {
    expect(depositMethods({ ...lookup, isManual: true }).at(-1)).toBe('manual');
  });

  it('list payment services for QR only', () => {
    expect(accountsToPay(lookup).map(({ id }) => id)).toEqual(['SCB', 'KBANK']);
    expect(qrChannels(lookup).map(({ id }) => id)).toEqual(['KBANK', 'WW']);
  });
});

describe('the amount of a QR', () => {
  it('is at least 1, and at least the minimum of the channel', () => {
    expect(qrChannels(lookup).map(smallestQr)).toEqual(['1', '100.00']);
    expect(readPayable('0', '1', 'THB')).toEqual({ ok: false, fault: 'belowMinimum' });
    expect(readPayable('0.99', '1', 'THB')).toEqual({ ok: false, fault: 'belowMinimum' });
    expect(readPayable('1', '1', 'THB')).toEqual({ ok: true, amount: '1.00' });
    expect(readPayable('99.99', '100.00', 'THB')).toEqual({ ok: false, fault: 'belowMinimum' });
    expect(readPayable('100', '100.00', 'THB')).toEqual({ ok: true, amount: '100.00' });
  });

  it('is read as people write it, and never through a float', () => {
    expect(readPayable('1,000.10', '100.00', 'THB')).toEqual({ ok: true, amount: '1000.10' });
    expect(readPayable('๕๐๐', '100.00', 'THB')).toEqual({ ok: true, amount: '500.00' });
    expect(readPayable('900000000000.01', '1', 'THB')).toEqual({
      ok: true,
      amount: '900000000000.01',
    });
    expect(readPayable('', '1', 'THB')).toEqual({ ok: false, fault: 'empty' });
    expect(readPayable('1.0005', '1', 'THB')).toEqual({ ok: false, fault: 'tooManyDecimals' });
    expect(readPayable('50000', '10000', 'LAK')).toEqual({ ok: true, amount: '50000' });
  });
});

describe('the button of a QR', () => {
  const [bank, service] = qrChannels(lookup) as [QrChannel, QrChannel];

  it.each([
    ['', false],
    ['0', false],
    ['0.00', false],
    ['-5', false],
    ['0.50', true],
    ['1', true],
    ['๑๐', true],
  ])('of a channel with a minimum of at most 1 is for more than 0: %j %s', (typed, isFor) => {
    for (const minimum of ['0.01', '1.00']) {
      expect(canMakeQr(typed, { ...bank, qr: { ...bank.qr, minimum } })).toBe(isFor);
    }
  });

  it.each([
    ['', false],
    ['0', false],
    ['99.99', false],
    ['100', true],
    ['1,000', true],
  ])('of a payment service is for its minimum and more: %j %s', (typed, isFor) => {
    expect(canMakeQr(typed, service)).toBe(isFor);
  });

  it('lets the form say what is wrong with an amount that cannot be read', () => {
    expect(canMakeQr('100.005', service)).toBe(true);
    expect(canMakeQr('1,00', bank)).toBe(true);
  });
});
