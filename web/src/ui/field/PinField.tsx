import { asciiDigits } from '../../client/digits';
import { FieldFrame, type FieldProps, inputClass } from './Field';

/** Digits of a PIN. */
export const PIN_LENGTH = 6;

interface PinFieldProps extends FieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** Six digits that only the player shall read. Browsers are not asked to store them. */
export function PinField({ value, onChange, label, hint, error, ...rest }: PinFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={PIN_LENGTH}
          value={value}
          onChange={(event) => onChange(asciiDigits(event.target.value).replace(/\D/g, ''))}
          className={inputClass(Boolean(error), 'tabular text-lg tracking-[0.4em]')}
        />
      )}
    </FieldFrame>
  );
}
