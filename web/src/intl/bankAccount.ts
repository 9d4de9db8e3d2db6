/** A bank account as its holder types it: what can be checked before asking the server. */
import type { Bank } from '../api/types';
import { isAccountNo, normaliseAccountNo } from './accountNo';
import { ENGLISH_NAME_BANKS, isEnglishName } from './englishName';
import type { MessageId } from './messages';

export interface BankAccountDraft {
  bankCode: string;
  bankAccountNo: string;
  firstName: string;
  lastName: string;
}

export type BankAccountField = keyof BankAccountDraft;

export interface BankAccountRules {
  isEnglishOnly: boolean;
  laoMode: boolean;
}

export function needsEnglishName(bank: Bank | undefined, bankCode: string): boolean {
  return bank?.englishNameOnly ?? ENGLISH_NAME_BANKS.has(bankCode);
}

export function findBankAccountFaults(
  draft: BankAccountDraft,
  { isEnglishOnly, laoMode }: BankAccountRules,
): Partial<Record<BankAccountField, MessageId>> {
  const found: Partial<Record<BankAccountField, MessageId>> = {};
  if (!draft.bankCode) found.bankCode = 'common.required';
  if (!draft.bankAccountNo.trim()) found.bankAccountNo = 'common.required';
  else if (!isAccountNo(normaliseAccountNo(draft.bankAccountNo), laoMode)) {
    found.bankAccountNo = laoMode ? 'bank.accountNoLao' : 'bank.accountNoDigits';
  }
  for (const part of ['firstName', 'lastName'] as const) {
    if (!draft[part].trim()) found[part] = 'common.required';
    else if (isEnglishOnly && !isEnglishName(draft[part])) found[part] = 'bank.englishOnly';
  }
  return found;
}

/** The holder's name as the bank writes it: both parts trimmed, one space, capitals. */
export function accountNameOf(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** What is sent. */
export function bankAccountOf(draft: BankAccountDraft) {
  return {
    bankCode: draft.bankCode,
    bankAccountNo: normaliseAccountNo(draft.bankAccountNo),
    bankAccountName: accountNameOf(draft.firstName, draft.lastName),
  };
}

/** The field that a server's refusal is about, if it is one of these. */
export const BANK_FIELD_OF_CODE: Readonly<Record<string, BankAccountField>> = {
  INVALID_BANK: 'bankCode',
  NO_BANK: 'bankCode',
  EXISTING_BANK: 'bankAccountNo',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
};
