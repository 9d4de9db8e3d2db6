import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { currencySign, digitsOf, formatAmount, parseAmount } from '../../intl/money';
import { focusAmount } from './amountFocus';
import { FieldFrame, inputClass } from './Field';
import { QuickAmounts } from './QuickAmounts';

interface AmountFieldProps {
  label: string;
  /** What the person typed, as it is; read it with `parseAmount(value, currency)`. */
  value: string;
  onChange: (value: string) => void;
  currency: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Presets below the field, e.g. `['100', '500', '1000']`. */
  quickAmounts?: readonly string[];
  disabled?: boolean;
  name?: string;
}

/**
 * Text with a decimal keyboard, never `type=number`; accepts a pasted "1,000". In a dialog it has
 * the focus from the start where there is a keyboard.
 */
export function AmountField({
  label,
  value,
  onChange,
  currency,
  hint,
  error,
  quickAmounts,
  ...rest
}: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // For forms that mount after their dialog has opened; otherwise the dialog itself does it.
  useEffect(() => focusAmount(input.current?.closest('dialog') ?? null), []);
  const tidy = () => {
    const parsed = parseAmount(value, currency);
    if (!parsed.ok) return;
    const formatted = formatAmount(parsed.amount, currency);
    // Nothing was typed, so the message about the amount stays.
    if (formatted !== value) onChange(formatted);
  };
  // Before the form is sent; otherwise losing the focus would clear its message.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') tidy();
  };
  return (
    <div>
      <FieldFrame label={label} hint={hint} error={error}>
        {(ids) => (
          <div className="relative">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-4 flex items-center text-2xl font-semibold text-muted"
            >
              {currencySign(currency)}
            </span>
            <input
              {...rest}
              {...ids}
              ref={input}
              data-amount
              type="text"
              inputMode="decimal"
              enterKeyHint="done"
              autoComplete="off"
              maxLength={24}
              placeholder={digitsOf(currency) ? '0.00' : '0'}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={tidy}
              onKeyDown={onKeyDown}
              className={inputClass(
                Boolean(error),
                'tabular h-18 ps-11 text-3xl! font-bold placeholder:font-medium placeholder:text-edge!',
              )}
            />
          </div>
        )}
      </FieldFrame>
      {quickAmounts && (
        <div className="mt-3">
          <QuickAmounts
            amounts={quickAmounts}
            currency={currency}
            value={value}
            disabled={rest.disabled}
            onPick={onChange}
          />
        </div>
      )}
    </div>
  );
}
