/** Which banks are shown: the operator lists the usual ones first. */
import type { Bank } from '../../api/types';
import type { Locale } from '../../client/preferences';

/** Two rows of four, with a place for the search. */
const TILES_MAX = 8;

/** What people call a bank whose name does not fit on a tile. */
const KNOWN_AS: Record<string, Partial<Record<Locale, string>>> = {
  KBANK: { en: 'KBank' },
  SCB: { en: 'SCB' },
  BBL: { en: 'Bangkok' },
  KTB: { en: 'Krungthai' },
  BAY: { th: 'กรุงศรี', en: 'Krungsri' },
  TMB: { th: 'ทีทีบี', la: 'ttb', en: 'ttb' },
  GSB: { en: 'GSB' },
};

/** Without "Bank of" a name is as well known. */
export function tileName(code: string, name: string, locale: Locale): string {
  return KNOWN_AS[code]?.[locale] ?? name.replace(/^(?:ธนาคาร|ທະນາຄານ)\s*(?=\S)/, '');
}

interface Tiles {
  tiles: readonly Bank[];
  /** Whether the others are found by a search only. */
  hasMore: boolean;
}

/** The usual banks, and the chosen one whichever it is. */
export function tilesOf(banks: readonly Bank[], chosenCode: string): Tiles {
  if (banks.length <= TILES_MAX) return { tiles: banks, hasMore: false };
  const usual = banks.slice(0, TILES_MAX - 1);
  const chosen = banks.find(({ code }) => code === chosenCode);
  if (!chosen || usual.includes(chosen)) return { tiles: usual, hasMore: true };
  return { tiles: [...usual.slice(0, -1), chosen], hasMore: true };
}

/** The banks with the text in their code or in one of their names. */
export function findBanks(banks: readonly Bank[], text: string): readonly Bank[] {
  const sought = text.trim().toLowerCase();
  const namesOf = ({ code, nameTH, nameLA, nameEN }: Bank) => [code, nameTH, nameLA, nameEN];
  return banks.filter((bank) => namesOf(bank).some((name) => name?.toLowerCase().includes(sought)));
}
