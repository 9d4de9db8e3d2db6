import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps, inputClass } from './Field';

interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  value: string;
  onChange: (value: string) => void;
}

export function TextField({ label, hint, error, onChange, className, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          type="text"
          {...rest}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
          className={inputClass(Boolean(error), className)}
        />
      )}
    </FieldFrame>
  );
}
