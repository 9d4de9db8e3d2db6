/** The form of another PIN: what can be checked before asking the server. */
import type { MessageId } from '../../intl/messages';
import { PIN_LENGTH } from '../../ui/field/PinField';

export interface PinForm {
  current: string;
  code: string;
  pin: string;
  confirm: string;
  password: string;
}

export const EMPTY_PIN_FORM: PinForm = {
  current: '',
  code: '',
  pin: '',
  confirm: '',
  password: '',
};

export type PinFaults = Partial<Record<keyof PinForm, MessageId>>;

/** Whether many people choose these digits: one digit repeated, or all in a row. */
export function isCommonPin(pin: string): boolean {
  const digits = [...pin].map(Number);
  return [0, 1, -1].some((step) =>
    digits.slice(1).every((digit, place) => digit - (digits[place] ?? 0) === step),
  );
}

/** What has to be proved next to the password. */
export type PinProof = 'current' | 'code' | 'none';

export function findPinFaults(form: PinForm, proof: PinProof): PinFaults {
  const faults: PinFaults = {};
  if (proof === 'current' && form.current.length !== PIN_LENGTH) faults.current = 'pin.short';
  if (proof === 'code' && form.code.length !== PIN_LENGTH) faults.code = 'otp.enter';
  if (form.pin.length !== PIN_LENGTH) faults.pin = 'pin.short';
  else if (isCommonPin(form.pin)) faults.pin = 'pin.common';
  else if (form.pin !== form.confirm) faults.confirm = 'pin.mismatch';
  if (!form.password) faults.password = 'common.required';
  return faults;
}

const FIELD_OF_CODE: Record<string, keyof PinForm> = {
  WRONG_PASSWORD: 'password',
  PIN_INVALID: 'current',
  OTP_CODE_INVALID: 'code',
  OTP_EXPIRED: 'code',
  OTP_NOT_EXIST: 'code',
  OTP_TOKEN_INVALID: 'code',
  OTP_BLOCK: 'code',
};

const FIELD_OF_NAME: Record<string, keyof PinForm> = { pin: 'pin', otpCode: 'code' };

/** The field that a refusal is about, or null if it is about none. */
export function refusedPinField(code: string, fields: readonly string[]): keyof PinForm | null {
  const named = fields.map((field) => FIELD_OF_NAME[field]).find((field) => field !== undefined);
  return FIELD_OF_CODE[code] ?? named ?? null;
}
