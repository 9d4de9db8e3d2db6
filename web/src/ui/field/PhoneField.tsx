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
 * Accepts spaces, dashes, +66 and Thai digits. After the field is left it shows the number in
 * groups, which are easier to check, and keeps them when it is entered again: changing the text on
 * entry would lose the selection that the next key replaces. The value is the stored form.
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
