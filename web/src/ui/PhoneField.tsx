import { normalisePhone } from '../intl/phone';
import { TextField } from './TextField';

interface PhoneFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  laoMode?: boolean;
  hint?: string;
  error?: string | null;
  placeholder?: string;
  name?: string;
  autoFocus?: boolean;
}

/** Takes spaces, dashes, +66 and Thai digits; leaving the field shows the stored form. */
export function PhoneField({ value, onChange, laoMode = false, ...rest }: PhoneFieldProps) {
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={24}
      value={value}
      onChange={onChange}
      onBlur={() => onChange(normalisePhone(value, laoMode))}
      className="tabular"
    />
  );
}
