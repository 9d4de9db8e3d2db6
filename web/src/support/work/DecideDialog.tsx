import { type ReactNode, useId, useState } from 'react';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { SelectField, type SelectOption } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import type { DecisionAnswer } from '../api/workApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { AccountField } from './AccountField';
import { useDecision } from './useDecision';

const REASON = { min: 3, max: 300 };

/** A further input in addition to the reason. */
export interface ExtraField {
  name: string;
  label: string;
  value?: string;
  options?: SelectOption[];
  /** One of our accounts, of this currency. */
  accountOf?: string;
  isNeeded?: boolean;
  hint?: string;
}

export interface Question {
  title: string;
  /** Below `/api/support/`. */
  path: string;
  fields?: ExtraField[];
  /** Sent as it is. */
  body?: Record<string, unknown>;
  isDanger?: boolean;
  /** With a picture or a table in its lead. */
  isWide?: boolean;
  /** A sentence, or what is decided about. */
  lead?: ReactNode;
}

interface DecideDialogProps {
  question: Question;
  onClose: () => void;
  onDone?: (answer: DecisionAnswer) => void;
}

/** Asks for the reason and the decision's inputs. The record keeps the reason permanently. */
export function DecideDialog({ question, onClose, onDone = onClose }: DecideDialogProps) {
  const { title, path, fields = [], body = {}, isDanger = false, isWide = false, lead } = question;
  const t = useSupportText();
  const problemText = useSupportProblem();
  const formId = useId();
  const [reason, setReason] = useState('');
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.value ?? ''])),
  );
  const [isChecked, setIsChecked] = useState(false);
  const { send, isLoading, error } = useDecision(path, onDone);
  const isShort = reason.trim().length < REASON.min;
  const isMissing = ({ name, isNeeded }: ExtraField) => isNeeded && !values[name]?.trim();

  const submit = () => {
    setIsChecked(true);
    if (isShort || fields.some(isMissing)) return;
    const said = Object.entries(values).map(([name, text]) => [name, text.trim()] as const);
    const given = Object.fromEntries(said.filter(([, text]) => text));
    void send({ ...body, ...given, reason: reason.trim() });
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      size={isWide ? 'wide' : 'normal'}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            tone={isDanger ? 'danger' : 'primary'}
            busy={isLoading}
          >
            {title}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {typeof lead === 'string' ? <p>{lead}</p> : lead}
        {fields.map((field) => {
          const common = {
            label: field.label,
            value: values[field.name] ?? '',
            onChange: (text: string) => setValues({ ...values, [field.name]: text }),
            error: isChecked && isMissing(field) ? t('common.required') : null,
            hint: field.hint,
          };
          if (field.accountOf) {
            return <AccountField key={field.name} {...common} currency={field.accountOf} />;
          }
          return field.options ? (
            <SelectField key={field.name} {...common} options={field.options} />
          ) : (
            <TextField key={field.name} {...common} maxLength={100} autoComplete="off" />
          );
        })}
        <TextField
          label={t('support.look.reason')}
          hint={t('support.work.reasonHint')}
          value={reason}
          maxLength={REASON.max}
          onChange={setReason}
          autoComplete="off"
          error={isChecked && isShort ? t('support.look.tooShort') : null}
        />
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
      </form>
    </Modal>
  );
}
