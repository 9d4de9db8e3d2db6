import { useState } from 'react';
import { FieldFrame, inputClass } from '../../ui/field/Field';
import { useSupportText } from '../intl/text';
import { isTable, type JsonTable } from './document';

interface AsTextProps {
  value: JsonTable;
  isReadOnly: boolean;
  onChange: (value: JsonTable) => void;
}

/** The section as JSON. What is no JSON yet stays in the field, and changes nothing. */
export function AsText({ value, isReadOnly, onChange }: AsTextProps) {
  const t = useSupportText();
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string | null>(null);
  const type = (typed: string) => {
    setText(typed);
    try {
      const read: unknown = JSON.parse(typed);
      const table = read as JsonTable;
      setFault(isTable(table) ? null : t('support.settings.noTable'));
      if (isTable(table)) onChange(table);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <FieldFrame label={t('support.settings.text')} error={fault}>
      {(ids) => (
        <textarea
          {...ids}
          rows={20}
          spellCheck={false}
          readOnly={isReadOnly}
          value={text}
          onChange={(event) => type(event.target.value)}
          className={inputClass(Boolean(fault), 'font-mono text-sm!')}
        />
      )}
    </FieldFrame>
  );
}
