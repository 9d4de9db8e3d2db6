/** The Bank of Thailand's numbers of banks, which slips and payments name banks by. */
const CODES: Record<string, string> = {
  '002': 'BBL',
  '004': 'KBANK',
  '006': 'KTB',
  '011': 'TTB',
  '014': 'SCB',
  '022': 'CIMB',
  '024': 'UOB',
  '025': 'BAY',
  '030': 'GSB',
  '033': 'GHB',
  '034': 'BAAC',
  '067': 'TISCO',
  '069': 'KKP',
  '073': 'LHB',
};

/** The code of a bank's number; nothing if it is nobody's. */
export const knownBank = (number: string): string | undefined => CODES[number];

/** As people write the bank; a number that is nobody's is shown as it is. */
export const bankOf = (number: string) => CODES[number] ?? number;

/** One bank has two names: it was renamed. */
const RENAMED: Record<string, string> = { TMB: 'TTB' };
const nameOf = (code: string) => RENAMED[code] ?? code;

export const isSameBank = (one: string, other: string) => nameOf(one) === nameOf(other);
