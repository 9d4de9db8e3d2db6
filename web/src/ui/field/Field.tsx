import { type ReactNode, useId } from 'react';
import { classNames } from '../display/classNames';
import { Icon } from '../display/Icon';

export interface FieldProps {
  label: string;
  /** A quiet line below the control. */
  hint?: ReactNode;
  /** What is wrong; replaces the hint and is read out. */
  error?: ReactNode;
}

interface FieldFrameProps extends FieldProps {
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** Label above, control, then hint or error: the frame that every field shares. */
export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** Below a control: what is wrong with it, else its hint. */
export function FieldNote({ id, hint, error }: Omit<FieldProps, 'label'> & { id: string }) {
  return (
    <div id={id} role={error ? 'alert' : undefined} className="text-sm">
      {error ? (
        <p className="mt-1.5 flex items-start gap-1.5 text-negative">
          <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      ) : (
        hint && <p className="mt-1.5 text-muted">{hint}</p>
      )}
    </div>
  );
}

/** The look of each input: 48 px high, and 16 px text so that phones do not zoom. */
export function inputClass(hasError: boolean, extra?: string): string {
  return classNames(
    'block min-h-12 w-full rounded-control border bg-surface px-4 py-2 text-base text-ink placeholder:text-muted',
    'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent',
    'disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken',
    hasError ? 'border-negative' : 'border-edge',
    extra,
  );
}
