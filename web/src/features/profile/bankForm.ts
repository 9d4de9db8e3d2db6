/** The rules of a changed bank account that can be checked before asking the server. */
import { isAccountNo, normaliseAccountNo } from '../../intl/accountNo';
import { isEnglishName } from '../../intl/englishName';
import type { MessageId } from '../../intl/messages';

export interface BankForm {
  bankCode: string;
  accountNo: string;
  firstName: string;
  lastName: string;
  password: string;
}

export type BankFaults = Partial<Record<keyof BankForm, MessageId>>;

export const EMPTY_BANK_FORM: BankForm = {
  bankCode: '',
  accountNo: '',
  firstName: '',
  lastName: '',
  password: '',
};

export function findBankFaults(
  form: BankForm,
  { isEnglishOnly, laoMode }: { isEnglishOnly: boolean; laoMode: boolean },
): BankFaults {
  const found: BankFaults = {};
  if (!form.bankCode) found.bankCode = 'common.required';
  if (!form.accountNo.trim()) found.accountNo = 'common.required';
  else if (!isAccountNo(normaliseAccountNo(form.accountNo), laoMode)) {
    found.accountNo = laoMode ? 'bank.accountNoLao' : 'bank.accountNoDigits';
  }
  for (const part of ['firstName', 'lastName'] as const) {
    if (!form[part].trim()) found[part] = 'common.required';
    else if (isEnglishOnly && !isEnglishName(form[part])) found[part] = 'bank.englishOnly';
  }
  if (!form.password) found.password = 'common.required';
  return found;
}

/** What is sent: the holder's name as the bank writes it. */
export function bankAccountOf(form: BankForm) {
  const holder = `${form.firstName.trim()} ${form.lastName.trim()}`;
  return {
    bankCode: form.bankCode,
    bankAccountNo: normaliseAccountNo(form.accountNo),
    bankAccountName: holder.normalize('NFC').replace(/\s+/g, ' ').toUpperCase(),
  };
}

const FIELD_OF_CODE: Record<string, keyof BankForm> = {
  INVALID_BANK: 'bankCode',
  NO_BANK: 'bankCode',
  EXISTING_BANK: 'accountNo',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
  WRONG_PASSWORD: 'password',
};

const FIELD_OF_NAME: Record<string, keyof BankForm> = {
  bankCode: 'bankCode',
  bankAccountNo: 'accountNo',
  bankAccountName: 'firstName',
  password: 'password',
};

/** The field that a refusal is about, or null when it is about none of them. */
export function refusedField(code: string, fields: readonly string[]): keyof BankForm | null {
  const named = fields.map((field) => FIELD_OF_NAME[field]).find((field) => field !== undefined);
  return FIELD_OF_CODE[code] ?? named ?? null;
}
