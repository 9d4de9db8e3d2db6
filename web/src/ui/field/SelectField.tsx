import type { ComponentProps } from 'react';
import { Icon } from '../display/Icon';
import { FieldFrame, type FieldProps, inputClass } from './Field';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps
  extends FieldProps,
    Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'id' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/** The device's own list: the best one on phones and with screen readers. */
export function SelectField({
  label,
  hint,
  error,
  value,
  onChange,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <select
            {...rest}
            {...ids}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={inputClass(
              Boolean(error),
              `appearance-none pe-11 text-ellipsis ${value ? '' : 'text-muted'}`,
            )}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevronDown"
            size={20}
            className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </FieldFrame>
  );
}
