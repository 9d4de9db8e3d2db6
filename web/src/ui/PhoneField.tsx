import { type ReactNode, useState } from 'react';
import { formatPhone, normalisePhone } from '../intl/phone';
import { TextField } from './TextField';

interface PhoneFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  laoMode?: boolean;
  hint?: string;
  error?: ReactNode;
  placeholder?: string;
  name?: string;
  autoFocus?: boolean;
}

/**
 * Takes spaces, dashes, +66 and Thai digits. Whoever leaves the field sees the number in groups, to
 * read it over; the value is the stored form.
 */
export function PhoneField({ value, onChange, laoMode = false, ...rest }: PhoneFieldProps) {
  const [isHeld, setHeld] = useState(false);
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={24}
      value={isHeld ? value : formatPhone(value)}
      onChange={onChange}
      onFocus={() => setHeld(true)}
      onBlur={() => {
        setHeld(false);
        onChange(normalisePhone(value, laoMode));
      }}
      className="tabular"
    />
  );
}
