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

/** As people write the bank; a number that is nobody's is shown as it is. */
export const bankOf = (number: string) => CODES[number] ?? number;

/** One sign for what is hidden: banks use several. */
export const maskOf = (account: string) => account.replace(/[x*]/gi, '•');
