import { useEffect, useState } from 'react';
import { asciiDigits } from '../../client/digits';
import { TextField } from '../../ui/field/TextField';
import { useSupportText } from '../intl/text';
import { dayOf, shownDay, typedDay } from './days';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or nothing. */
  value: string;
  onChange: (day: string) => void;
  error?: string | null;
}

/** A day as everything else here shows days; the device's own field follows the device. */
export function DayField({ label, value, onChange, error }: DayFieldProps) {
  const t = useSupportText();
  const [typed, setTyped] = useState(shownDay(value));
  const [isLeft, setIsLeft] = useState(false);
  // Chosen elsewhere meanwhile; what is being typed is no day so far.
  useEffect(() => {
    setTyped((now) => (dayOf(now) === value ? now : shownDay(value)));
  }, [value]);
  const set = (text: string) => {
    const next = typedDay(asciiDigits(text));
    setTyped(next);
    setIsLeft(false);
    const day = dayOf(next);
    if (day !== null && day !== value) onChange(day);
  };
  const isWrong = isLeft && dayOf(typed) === null;
  return (
    <TextField
      label={label}
      value={typed}
      onChange={set}
      onBlur={() => setIsLeft(true)}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('support.day.form')}
      maxLength={10}
      className="tabular"
      error={isWrong ? t('support.day.wrong') : (error ?? null)}
    />
  );
}
