import type { ReactNode } from 'react';
import { useText } from '../../intl/text';
import { IconButton } from '../display/IconButton';
import { useCopy } from './useCopy';

interface CopyRowProps {
  label: string;
  /** What is copied. */
  value: string;
  /** What is shown, when it differs (grouped digits, dots). */
  shown?: ReactNode;
  /** Named in the toast instead of the value, for secrets. */
  toastText?: string;
}

/** A labelled value with a copy button. */
export function CopyRow({ label, value, shown, toastText }: CopyRowProps) {
  const t = useText();
  const copy = useCopy();
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p className="tabular text-lg font-semibold break-all">{shown ?? value}</p>
      </div>
      <IconButton
        icon="copy"
        label={`${t('common.copy')} ${label}`}
        onClick={() => copy(value, toastText)}
        className="text-accent"
      />
    </div>
  );
}
