import { type ReactNode, useState } from 'react';
import { formatPhone, normalisePhone } from '../../client/phone';
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
 * read it over, and finds it so: text that changed as the field is entered would lose the selection
 * that the next key replaces. The value is the stored form.
 */
export function PhoneField({ value, onChange, laoMode = false, ...rest }: PhoneFieldProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={24}
      value={isTyping ? value : formatPhone(value)}
      onChange={(text) => {
        setTyping(true);
        onChange(text);
      }}
      onBlur={() => {
        setTyping(false);
        onChange(normalisePhone(value, laoMode));
      }}
      className="tabular"
    />
  );
}
