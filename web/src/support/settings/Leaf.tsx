import { useId, useState } from 'react';
import { FieldFrame, FieldNote, inputClass } from '../../ui/field/Field';
import { TextField } from '../../ui/field/TextField';
import { useSupportText } from '../intl/text';
import type { Json } from './document';

interface CommonProps {
  label: string;
  error: string | null;
  isReadOnly: boolean;
}

interface LeafProps extends CommonProps {
  value: Json;
  onChange: (value: Json) => void;
}

function Switch({ label, error, isReadOnly, value, onChange }: LeafProps & { value: boolean }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={value}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 accent-accent"
        />
        {label}
      </label>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}

/** A number stays a number, and a text a text: money is written as text. */
const like = (isNumber: boolean, typed: string): Json => {
  const number = Number(typed);
  return isNumber && typed.trim() !== '' && !Number.isNaN(number) ? number : typed;
};

/** A value that is no table: a switch, a field, or a line of values with commas between them. */
export function Leaf(props: LeafProps) {
  const { label, error, isReadOnly, value, onChange } = props;
  const t = useSupportText();
  // Also after the field was emptied.
  const [isNumber] = useState(() => typeof (Array.isArray(value) ? value[0] : value) === 'number');
  if (typeof value === 'boolean') return <Switch {...props} value={value} />;
  if (Array.isArray(value)) {
    return (
      <TextField
        label={label}
        error={error}
        hint={t('support.settings.commas')}
        readOnly={isReadOnly}
        value={value.join(', ')}
        onChange={(typed) => onChange(typed.split(/,\s?/).map((each) => like(isNumber, each)))}
      />
    );
  }
  return (
    <TextField
      label={label}
      error={error}
      readOnly={isReadOnly}
      inputMode={isNumber ? 'numeric' : undefined}
      value={String(value ?? '')}
      onChange={(typed) => onChange(like(isNumber, typed))}
      autoComplete="off"
    />
  );
}

const LANGUAGES = [
  ['th', 'ไทย'],
  ['la', 'ລາວ'],
  ['en', 'English'],
] as const;

interface TextProps extends CommonProps {
  value: { th: string; la: string; en: string };
  onChange: (value: { th: string; la: string; en: string }) => void;
}

/** A text in the three languages, one below the other. */
export function TextInLanguages({ label, error, isReadOnly, value, onChange }: TextProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {LANGUAGES.map(([language, name]) => (
        <FieldFrame key={language} label={name} error={language === 'th' ? error : null}>
          {(ids) => (
            <textarea
              {...ids}
              rows={Math.min(6, 1 + Math.ceil(value[language].length / 32))}
              lang={language === 'la' ? 'lo' : language}
              readOnly={isReadOnly}
              value={value[language]}
              onChange={(event) => onChange({ ...value, [language]: event.target.value })}
              className={inputClass(Boolean(error))}
            />
          )}
        </FieldFrame>
      ))}
    </fieldset>
  );
}
