import { isPasswordLongEnough, PASSWORD_LENGTH_MIN } from '../../intl/password';
import { useText } from '../../intl/text';
import { PasswordField } from '../../ui/field/PasswordField';

/** Another password, typed twice. */
export interface NewPasswordValue {
  password: string;
  confirm: string;
}

export type NewPasswordFaults = Partial<Record<keyof NewPasswordValue, string>>;

export function useNewPasswordFaults(): (value: NewPasswordValue) => NewPasswordFaults {
  const t = useText();
  return ({ password, confirm }) => {
    if (!isPasswordLongEnough(password)) {
      return { password: t('register.passwordShort', { n: PASSWORD_LENGTH_MIN }) };
    }
    return password === confirm ? {} : { confirm: t('register.passwordMismatch') };
  };
}

interface NewPasswordProps {
  value: NewPasswordValue;
  onChange: (value: NewPasswordValue) => void;
  faults: NewPasswordFaults;
}

export function NewPassword({ value, onChange, faults }: NewPasswordProps) {
  const t = useText();
  return (
    <>
      <PasswordField
        label={t('forgot.newPassword')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        hint={t('register.passwordHint', { n: PASSWORD_LENGTH_MIN })}
        error={faults.password}
      />
      <PasswordField
        label={t('register.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={128}
        value={value.confirm}
        onChange={(confirm) => onChange({ ...value, confirm })}
        error={faults.confirm}
      />
    </>
  );
}
