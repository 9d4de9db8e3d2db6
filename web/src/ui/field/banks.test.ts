import { describe, expect, it } from 'vitest';
import type { Bank } from '../../api/types';
import { findBanks, tileName, tilesOf } from './banks';

const bank = (code: string, nameTH = `ธนาคาร ${code}`): Bank =>
  ({ code, nameTH, nameEN: `${code} Bank`, colour: '#138f2d', englishNameOnly: false }) as Bank;

const BANKS = ['KBANK', 'SCB', 'BBL', 'KTB', 'BAY', 'TTB', 'GSB', 'BAAC', 'UOB'].map((code) =>
  bank(code),
);
const codes = (banks: readonly Bank[]) => banks.map(({ code }) => code);

describe('the name on a tile', () => {
  it('is the one people use, without what all of them begin with', () => {
    expect(tileName('BAY', 'ธนาคารกรุงศรีอยุธยา', 'th')).toBe('กรุงศรี');
    expect(tileName('GSB', 'ธนาคารออมสิน', 'th')).toBe('ออมสิน');
    expect(tileName('BCEL', 'Banque', 'en')).toBe('Banque');
  });
});

describe('the tiles of banks', () => {
  it('are all banks where two rows hold them', () => {
    const few = BANKS.slice(0, 8);
    expect(tilesOf(few, '')).toEqual({ tiles: few, hasMore: false });
  });

  it('are the first seven of many, with a search for the others', () => {
    const { tiles, hasMore } = tilesOf(BANKS, 'SCB');
    expect(codes(tiles)).toEqual(['KBANK', 'SCB', 'BBL', 'KTB', 'BAY', 'TTB', 'GSB']);
    expect(hasMore).toBe(true);
  });

  it('always hold the chosen one', () => {
    expect(codes(tilesOf(BANKS, 'UOB').tiles)).toEqual([
      'KBANK',
      'SCB',
      'BBL',
      'KTB',
      'BAY',
      'TTB',
      'UOB',
    ]);
  });
});

describe('the search for a bank', () => {
  it('reads the code and the name in each language', () => {
    const kasikorn = { ...bank('KBANK', 'กสิกรไทย'), nameEN: 'Kasikornbank', nameLA: 'ກະສິກອນໄທ' };
    const banks = [...BANKS.slice(1), kasikorn];
    for (const text of ['kbank', ' KASI', 'กสิกร', 'ກະສິ']) {
      expect(codes(findBanks(banks, text)), text).toEqual(['KBANK']);
    }
    expect(findBanks(banks, 'nowhere')).toEqual([]);
    expect(findBanks(banks, '')).toHaveLength(banks.length);
  });
});
