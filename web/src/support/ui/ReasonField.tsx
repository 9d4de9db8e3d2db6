import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field/TextField';
import { useSupportText } from '../intl/text';

/** As the server reads a reason. */
export const isReason = (text: string) => text.trim().length >= 3;

type ReasonFieldProps = Partial<ComponentProps<typeof TextField>> & {
  value: string;
  onChange: (value: string) => void;
  /** Whether it was sent too short. */
  isShort: boolean;
};

/** Why staff do something, which the record keeps. */
export function ReasonField({ isShort, ...rest }: ReasonFieldProps) {
  const t = useSupportText();
  return (
    <TextField
      label={t('support.look.reason')}
      {...rest}
      maxLength={300}
      autoComplete="off"
      error={isShort ? t('support.look.tooShort') : null}
    />
  );
}
