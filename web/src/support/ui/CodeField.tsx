import { asciiDigits } from '../../client/digits';
import { classNames } from '../../ui/display/classNames';
import { FieldFrame, type FieldProps } from '../../ui/field/Field';

export const CODE_DIGITS = 6;

/** Each digit in the middle of its box: 2.5 rem and a gap of 0.5 rem. */
const PLACES = {
  letterSpacing: 'calc(3rem - 1ch)',
  paddingInlineStart: 'calc((2.5rem - 1ch) / 2)',
};

interface CodeFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Called once with the last digit. */
  onComplete?: (code: string) => void;
}

/** The code of the authenticator: one field over six boxes, so that it can be pasted at once. */
export function CodeField({ value, onChange, onComplete, label, hint, error }: CodeFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="group relative h-12 w-[17.5rem] overflow-hidden">
          <div aria-hidden="true" className="absolute inset-0 grid grid-cols-6 gap-2">
            {Array.from({ length: CODE_DIGITS }, (_, at) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place.
                key={at}
                className={classNames(
                  'rounded-control border bg-surface group-focus-within:border-accent',
                  at === Math.min(value.length, CODE_DIGITS - 1) &&
                    'group-focus-within:bg-accent-soft',
                  error ? 'border-negative' : 'border-edge',
                )}
              />
            ))}
          </div>
          <input
            {...ids}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            name="otp"
            // One more than needed: a pasted "123 456" must not lose its last digit.
            maxLength={CODE_DIGITS + 2}
            value={value}
            onChange={(event) => {
              const typed = asciiDigits(event.target.value).replace(/\D/g, '');
              const code = typed.slice(0, CODE_DIGITS);
              onChange(code);
              if (code.length === CODE_DIGITS && code !== value) onComplete?.(code);
            }}
            style={PLACES}
            className="tabular absolute inset-y-0 start-0 w-[21rem] bg-transparent text-xl font-semibold text-ink outline-none"
          />
        </div>
      )}
    </FieldFrame>
  );
}
