/**
 * Whether who paid is who has registered, as far as masked numbers and cut names show it. The rules
 * are the gateway's (`payments/slip/likeness.rs`): what is too little for it is unknown here.
 */

import { isSameBank, knownBank } from './banks';

export type Likeness = 'same' | 'close' | 'other' | 'unknown';

/** A Thai or Lao title may be joined to the name, a Latin one not. */
const TITLE =
  /^(?:(?:นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|ท่าน|ທ້າວ|ນາງ)(?=.)|(?:miss|mrs|mr|ms)(?=[.\s]))[.\s]*/iu;
const MASK = /[x*•]/i;
/** With fewer visible digits a number proves nothing. */
const DIGITS_MIN = 3;

/** Some bank systems write SARA AM as two signs, which look the same. */
const composed = (name: string) =>
  name.replaceAll('\u{e4d}\u{e32}', '\u{e33}').replaceAll('\u{ecd}\u{eb2}', '\u{eb3}');

const wordsOf = (name: string) =>
  composed(name)
    .trim()
    .replace(TITLE, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[*.•-]+|[*.•-]+$|x{2,}[*.•-]*$/g, ''))
    .filter(Boolean);

const scriptOf = (word: string) =>
  /^[\u{e00}-\u{e7f}]/u.test(word) ? 'thai' : /^[\u{e80}-\u{eff}]/u.test(word) ? 'lao' : 'other';

/** The first name must be equal; banks cut the last one, or mask its end. */
function likenessOfName(theirs: string, ours: string): Likeness {
  const [[first, ...rest], [ownFirst, ...ownRest]] = [wordsOf(theirs), wordsOf(ours)];
  if (!first || !ownFirst || scriptOf(first) !== scriptOf(ownFirst)) return 'unknown';
  const [last, ownLast] = [rest.join(''), ownRest.join('')];
  if (first !== ownFirst) return !last && ownFirst.startsWith(first) ? 'unknown' : 'other';
  if (last === ownLast) return 'same';
  if (!last || !ownLast) return 'close';
  if (scriptOf(last) !== scriptOf(ownLast)) return 'unknown';
  return ownLast.startsWith(last) ? 'close' : 'other';
}

const ORDER: Likeness[] = ['same', 'close', 'other', 'unknown'];

/** The best of what the bank calls the sender: often one name in Thai and one in English. */
export function likenessOfNames(theirs: readonly string[], ours: string): Likeness {
  const found = theirs.map((name) => likenessOfName(name, ours));
  return ORDER.find((each) => found.includes(each)) ?? 'unknown';
}

/** The digits that both show, at the same place; numbers of other lengths are not compared. */
export function likenessOfAccounts(theirs: string | null | undefined, ours: string): Likeness {
  const [a, b] = [theirs ?? '', ours].map((text) => text.replace(/[^\dx*•]/gi, ''));
  if (!a || !b || a.length !== b.length) return 'unknown';
  if ([...a].filter((sign) => !MASK.test(sign)).length < DIGITS_MIN) return 'unknown';
  const both = [...a].flatMap((sign, at) => {
    const own = b[at] ?? '';
    return MASK.test(sign) || MASK.test(own) ? [] : [sign === own];
  });
  if (both.includes(false)) return 'other';
  if (both.length === 0) return 'unknown';
  return both.length === a.length ? 'same' : 'close';
}

/** A bank by its number of the Bank of Thailand; one that is not known is not compared. */
export function likenessOfBanks(theirs: string | null | undefined, ours: string): Likeness {
  const code = knownBank(theirs ?? '');
  if (!code) return 'unknown';
  return isSameBank(code, ours) ? 'same' : 'other';
}

export interface Party {
  names: readonly string[];
  /** The bank's number. */
  bank: string | null | undefined;
  account: string | null | undefined;
}

/** In what the sender is surely not the registered account; the name is said first. */
export function differenceOf(
  sender: Party,
  owner: { holder: string; bankCode: string; accountNo: string },
): 'OTHER_HOLDER' | 'OTHER_BANK' | 'OTHER_ACCOUNT' | null {
  if (likenessOfNames(sender.names, owner.holder) === 'other') return 'OTHER_HOLDER';
  if (likenessOfBanks(sender.bank, owner.bankCode) === 'other') return 'OTHER_BANK';
  const isOther = likenessOfAccounts(sender.account, owner.accountNo) === 'other';
  return isOther ? 'OTHER_ACCOUNT' : null;
}

/** One sign for what is hidden: banks use several. */
export const maskOf = (account: string) => account.replace(/[x*]/gi, '•');
