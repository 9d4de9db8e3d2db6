/** Whether who paid is who has registered, as far as masked numbers and cut names show it. */

import { isSameBank } from './banks';

export type Likeness = 'same' | 'close' | 'other' | 'unknown';

const TITLES = /^(?:mr|mrs|ms|miss|นาย|นาง|นางสาว|น\.ส\.|ທ້າວ|ນາງ)\.?\s+/iu;
const MASK = /[x*•]/i;

const wordsOf = (name: string) =>
  name.normalize('NFC').trim().replace(TITLES, '').toLowerCase().split(/\s+/).filter(Boolean);

/** Banks cut the last name, or mask the end of it. */
function likenessOfName(theirs: string, ours: string): Likeness {
  const [a, b] = [wordsOf(theirs), wordsOf(ours)];
  if (a.length === 0 || b.length === 0) return 'unknown';
  if (a.join(' ') === b.join(' ')) return 'same';
  const isCut = a.every((word, at) => {
    const plain = word.replace(/[x*•.]+$/i, '');
    return at === 0 ? word === b[0] : plain === '' || b[at]?.startsWith(plain);
  });
  return isCut ? 'close' : 'other';
}

const ORDER: Likeness[] = ['same', 'close', 'other', 'unknown'];

/** The best of what the bank calls the sender: often one name in Thai and one in English. */
export function likenessOfNames(theirs: readonly string[], ours: string): Likeness {
  const found = theirs.map((name) => likenessOfName(name, ours));
  return ORDER.find((each) => found.includes(each)) ?? 'unknown';
}

/** The digits that both show, at the same place; numbers of other lengths are other accounts. */
export function likenessOfAccounts(theirs: string | null | undefined, ours: string): Likeness {
  const [a, b] = [theirs ?? '', ours].map((text) => text.replace(/[^\dx*•]/gi, ''));
  if (!a || !b || !/\d/.test(a) || !/\d/.test(b)) return 'unknown';
  if (a.length !== b.length) return 'other';
  const both = [...a].flatMap((sign, at) => {
    const own = b[at] ?? '';
    return MASK.test(sign) || MASK.test(own) ? [] : [sign === own];
  });
  if (both.includes(false)) return 'other';
  if (both.length === 0) return 'unknown';
  return both.length === a.length ? 'same' : 'close';
}

export interface Party {
  names: readonly string[];
  bankCode: string;
  account: string | null | undefined;
}

/** In what the sender is surely not the registered account; the name is said first. */
export function differenceOf(
  sender: Party,
  owner: { holder: string; bankCode: string; accountNo: string },
): 'OTHER_HOLDER' | 'OTHER_BANK' | 'OTHER_ACCOUNT' | null {
  if (likenessOfNames(sender.names, owner.holder) === 'other') return 'OTHER_HOLDER';
  if (!isSameBank(sender.bankCode, owner.bankCode)) return 'OTHER_BANK';
  const isOther = likenessOfAccounts(sender.account, owner.accountNo) === 'other';
  return isOther ? 'OTHER_ACCOUNT' : null;
}

/** One sign for what is hidden: banks use several. */
export const maskOf = (account: string) => account.replace(/[x*]/gi, '•');
