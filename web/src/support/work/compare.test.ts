import { describe, expect, it } from 'vitest';
import {
  differenceOf,
  likenessOfAccounts,
  likenessOfBanks,
  likenessOfNames,
  maskOf,
} from './compare';

describe('the sender next to the registered account', () => {
  it('has the same name in another case and with a title', () => {
    expect(likenessOfNames(['MR. SOMCHAI  JAIDEE'], 'Somchai Jaidee')).toBe('same');
    expect(likenessOfNames(['นาย สมชาย ใจดี', 'SOMCHAI J.'], 'สมชาย ใจดี')).toBe('same');
  });

  it('has a close name where the bank has cut or masked the last one', () => {
    expect(likenessOfNames(['SOMCHAI J***'], 'Somchai Jaidee')).toBe('close');
    expect(likenessOfNames(['Somchai'], 'Somchai Jaidee')).toBe('close');
  });

  it('has another name where a word differs', () => {
    expect(likenessOfNames(['SOMSRI JAIDEE'], 'Somchai Jaidee')).toBe('other');
    expect(likenessOfNames(['SOMCHAI KAEW***'], 'Somchai Jaidee')).toBe('other');
    expect(likenessOfNames([], 'Somchai Jaidee')).toBe('unknown');
  });

  it('agrees only by the digits that both show', () => {
    expect(likenessOfAccounts('xxx-x-x9191-x', '••••••1915')).toBe('close');
    expect(likenessOfAccounts('xxx-x-x8901-x', '••••••9191')).toBe('other');
    expect(likenessOfAccounts('5550009191', '5550009191')).toBe('same');
  });

  it('is not compared where the gateway finds too little to compare', () => {
    // Numbers of other lengths, fewer than three digits, another script, a cut first name.
    expect(likenessOfAccounts('xxxxxxx8901x', '••••••9191')).toBe('unknown');
    expect(likenessOfAccounts('xxxxxxxx12', '••••••9191')).toBe('unknown');
    expect(likenessOfNames(['SOMCHAI JAIDEE'], 'สมชาย ใจดี')).toBe('unknown');
    expect(likenessOfNames(['SOM'], 'Somchai Jaidee')).toBe('unknown');
    expect(likenessOfBanks('099', 'SCB')).toBe('unknown');
    expect(likenessOfBanks('', 'SCB')).toBe('unknown');
  });

  it('has a title that is written together with the name', () => {
    expect(likenessOfNames(['นางสาวสมศรี ใจดี'], 'สมศรี ใจดี')).toBe('same');
    expect(likenessOfNames(['ນາງສົມສີ ໃຈດີ'], 'ສົມສີ ໃຈດີ')).toBe('same');
  });

  it('is of the same bank by its number, and of another one', () => {
    expect(likenessOfBanks('014', 'SCB')).toBe('same');
    expect(likenessOfBanks('011', 'TMB')).toBe('same');
    expect(likenessOfBanks('004', 'SCB')).toBe('other');
  });

  it('says nothing where no digit is shown by both', () => {
    expect(likenessOfAccounts('xxx12xxxxx', '••••••9191')).toBe('unknown');
    expect(likenessOfAccounts(null, '••••••9191')).toBe('unknown');
  });

  it('names what surely differs, the name first, and nothing that only may', () => {
    const owner = { holder: 'Somchai Jaidee', bankCode: 'TTB', accountNo: '••••••9191' };
    const sender = { names: ['SOMCHAI J***'], bank: '011', account: 'xxx-x-x9191-x' };
    expect(differenceOf({ ...sender, account: 'xxxxxx9191' }, owner)).toBeNull();
    expect(differenceOf({ names: [], bank: '', account: null }, owner)).toBeNull();
    expect(differenceOf({ ...sender, account: 'xxx-x-x8901-x' }, owner)).toBe('OTHER_ACCOUNT');
    expect(differenceOf({ ...sender, bank: '014' }, owner)).toBe('OTHER_BANK');
    const other = { names: ['SOMSRI J'], bank: '014', account: 'xxx-x-x8901-x' };
    expect(differenceOf(other, owner)).toBe('OTHER_HOLDER');
  });

  it('hides with one sign', () => {
    expect(maskOf('xxx-x-x8901-x')).toBe('•••-•-•8901-•');
  });
});
