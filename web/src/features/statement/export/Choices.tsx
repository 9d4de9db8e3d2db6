import { useId } from 'react';

interface Option<Value extends string> {
  value: Value;
  label: string;
  detail?: string;
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one of a few visible options. */
export function Choices<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-3 gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer flex-col items-center justify-center rounded-control border border-edge px-2 py-2 text-center has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <span className="text-sm font-medium">{option.label}</span>
            {option.detail && <span className="text-xs text-muted">{option.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
