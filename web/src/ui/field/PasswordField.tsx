import { type ComponentProps, useState } from 'react';
import { useText } from '../../intl/text';
import { IconButton } from '../display/IconButton';
import { FieldFrame, type FieldProps, inputClass } from './Field';

interface PasswordFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type' | 'id'> {
  value: string;
  onChange: (value: string) => void;
  /** `current-password` or `new-password`: what password managers go by. */
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ label, hint, error, onChange, ...rest }: PasswordFieldProps) {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...rest}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={inputClass(Boolean(error), 'pe-13')}
          />
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={t(isShown ? 'shell.password.hide' : 'shell.password.show')}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute end-0.5 top-0.5 text-muted"
          />
        </div>
      )}
    </FieldFrame>
  );
}
