/** The form of a changed bank account: the account itself and the password that guards it. */
import {
  BANK_FIELD_OF_CODE,
  type BankAccountDraft,
  type BankAccountRules,
  findBankAccountFaults,
} from '../../intl/bankAccount';
import type { MessageId } from '../../intl/messages';

export interface BankForm extends BankAccountDraft {
  password: string;
  /** Of a player who has one. */
  pin: string;
}

export const EMPTY_BANK_FORM: BankForm = {
  bankCode: '',
  bankAccountNo: '',
  firstName: '',
  lastName: '',
  password: '',
  pin: '',
};

export function findBankFaults(
  form: BankForm,
  rules: BankAccountRules,
): Partial<Record<keyof BankForm, MessageId>> {
  const found = findBankAccountFaults(form, rules);
  return form.password ? found : { ...found, password: 'common.required' };
}

const FIELD_OF_CODE: Record<string, keyof BankForm> = {
  ...BANK_FIELD_OF_CODE,
  WRONG_PASSWORD: 'password',
  PIN_REQUIRED: 'pin',
  PIN_INVALID: 'pin',
};

const FIELD_OF_NAME: Record<string, keyof BankForm> = {
  bankCode: 'bankCode',
  bankAccountNo: 'bankAccountNo',
  bankAccountName: 'firstName',
  password: 'password',
};

/** The field that a refusal is about, or null if it is about none. */
export function refusedField(code: string, fields: readonly string[]): keyof BankForm | null {
  const named = fields.map((field) => FIELD_OF_NAME[field]).find((field) => field !== undefined);
  return FIELD_OF_CODE[code] ?? named ?? null;
}
