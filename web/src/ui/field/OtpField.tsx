import { asciiDigits } from '../../client/digits';
import { FieldFrame, type FieldProps, inputClass } from './Field';

interface OtpFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Called once with the sixth digit. */
  onComplete?: (code: string) => void;
  length?: number;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** The code in a pasted message ("Your code is 123456, ref. 42"), or the digits typed so far. */
function codeIn(text: string, length: number): string {
  const digits = asciiDigits(text);
  const whole = new RegExp(`(?:^|\\D)(\\d(?:[ -]?\\d){${length - 1}})(?!\\d)`).exec(digits)?.[1];
  return (whole ?? digits).replace(/\D/g, '').slice(0, length);
}

/** One field, so that codes from the SMS can be filled in and pasted at once. */
export function OtpField({
  value,
  onChange,
  onComplete,
  length = 6,
  label,
  hint,
  error,
  ...rest
}: OtpFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          name="otp"
          value={value}
          onChange={(event) => {
            const code = codeIn(event.target.value, length);
            onChange(code);
            if (code.length === length && code !== value) onComplete?.(code);
          }}
          className={inputClass(
            Boolean(error),
            'tabular h-16 text-center text-2xl font-semibold tracking-[0.4em]',
          )}
        />
      )}
    </FieldFrame>
  );
}
