import { TextField } from '../../ui/field/TextField';
import { useSupportText } from '../intl/text';
import { DayField } from '../ui/DayField';
import { isTime } from './times';

interface TimeFieldProps {
  label: string;
  hint: string;
  /** `2026-12-05T18:00` of Bangkok, or nothing. */
  value: string;
  onChange: (value: string) => void;
}

/** A day and a time of it, as the console shows them; the device's own field follows the device. */
export function TimeField({ label, hint, value, onChange }: TimeFieldProps) {
  const t = useSupportText();
  const [day = '', time = ''] = value.split('T');
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 items-start gap-3">
        <DayField
          label={t('support.settings.day')}
          value={day}
          onChange={(next) => onChange(next && `${next}T${time || '00:00'}`)}
        />
        <TextField
          label={t('support.settings.time')}
          value={time}
          onChange={(next) => onChange(day && `${day}T${next}`)}
          disabled={day === ''}
          placeholder="00:00"
          maxLength={5}
          autoComplete="off"
          className="tabular"
          error={isTime(value) ? null : t('support.settings.timeWrong')}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">{hint}</p>
    </fieldset>
  );
}
