import { type ReactNode, useState } from 'react';
import { FormModal } from '../../ui/dialog/FormModal';
import { SelectField, type SelectOption } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import type { DecisionAnswer, WorkClaim } from '../api/workApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';
import { AccountField } from './AccountField';
import { ClaimWarning } from './ClaimWarning';
import { isOthers } from './useClaim';
import { useDecision } from './useDecision';

/** A further input in addition to the reason. */
export interface ExtraField {
  name: string;
  label: string;
  value?: string;
  options?: SelectOption[];
  /** One of our accounts, of this currency; any where it is not known. */
  accountOf?: string;
  isNeeded?: boolean;
  hint?: string;
  maxLength?: number;
}

export interface Question {
  title: string;
  /** Below `/api/support/`. */
  path: string;
  /** The notice once it is done, unless it waits for a second person. */
  done: string;
  fields?: ExtraField[];
  /** How the words are called where they are no reason, which the record would keep. */
  wordsAs?: string;
  /** Sent as it is. */
  body?: Record<string, unknown>;
  isDanger?: boolean;
  /** With a picture or a table in its lead. */
  isWide?: boolean;
  /** A sentence, or what is decided about. */
  lead?: ReactNode;
  /** What sends it, where that is not the title for every input. */
  submitLabel?: (values: Record<string, string>) => string;
  /** What the inputs are judged by, as they are typed. */
  basis?: (values: Record<string, string>) => ReactNode;
}

interface DecideDialogProps {
  question: Question;
  /** Who has the item open; a colleague's claim asks for a confirmation. */
  claim?: WorkClaim | null;
  onClose: () => void;
  onDone?: (answer: DecisionAnswer) => void;
}

const isMissing = ({ name, isNeeded }: ExtraField, values: Record<string, string>) =>
  Boolean(isNeeded) && !values[name]?.trim();

interface FieldsProps {
  fields: ExtraField[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  /** Sending was tried: what is missing says so. */
  isChecked: boolean;
}

/** The decision's inputs. */
function Fields({ fields, values, onChange, isChecked }: FieldsProps) {
  const t = useSupportText();
  return fields.map((field) => {
    const common = {
      label: field.label,
      value: values[field.name] ?? '',
      onChange: (text: string) => onChange({ ...values, [field.name]: text }),
      error: isChecked && isMissing(field, values) ? t('common.required') : null,
      hint: field.hint,
    };
    if (field.accountOf !== undefined) {
      return <AccountField key={field.name} {...common} currency={field.accountOf} />;
    }
    return field.options ? (
      <SelectField key={field.name} {...common} options={field.options} />
    ) : (
      <TextField
        key={field.name}
        {...common}
        maxLength={field.maxLength ?? 100}
        autoComplete="off"
      />
    );
  });
}

/** Asks for the reason and the decision's inputs. The record keeps the reason permanently. */
export function DecideDialog(props: DecideDialogProps) {
  const { question, claim, onClose, onDone = onClose } = props;
  const { title, path, done, fields = [], body = {}, isDanger = false, isWide = false } = question;
  const { wordsAs = 'reason', lead, basis, submitLabel } = question;
  const t = useSupportText();
  const problemText = useSupportProblem();
  const [reason, setReason] = useState('');
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.value ?? ''])),
  );
  const [isChecked, setIsChecked] = useState(false);
  const { send, isLoading, error } = useDecision({ path, done, onDone });
  const isShort = !isReason(reason);
  // Of this holder: somebody else may have taken the item over since.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const others = isOthers(claim) ? claim : null;
  const isConfirmed = !others || confirmed === others.by.id;

  const submit = () => {
    setIsChecked(true);
    if (!isConfirmed || isShort || fields.some((field) => isMissing(field, values))) return;
    const said = fields.map(({ name }) => [name, (values[name] ?? '').trim()] as const);
    const given = Object.fromEntries(said.filter(([, text]) => text));
    void send({ ...body, ...given, [wordsAs]: reason.trim() });
  };
  return (
    <FormModal
      title={title}
      onClose={onClose}
      size={isWide ? 'wide' : 'normal'}
      onSubmit={submit}
      submitLabel={submitLabel?.(values) ?? title}
      busy={isLoading}
      danger={isDanger}
      refusal={error && problemText(error)}
    >
      {others && (
        <ClaimWarning
          claim={others}
          isConfirmed={isConfirmed}
          onConfirm={(is) => setConfirmed(is ? others.by.id : null)}
          isMissing={isChecked && !isConfirmed}
        />
      )}
      {typeof lead === 'string' ? <p>{lead}</p> : lead}
      <Fields fields={fields} values={values} onChange={setValues} isChecked={isChecked} />
      {basis && <div aria-live="polite">{basis(values)}</div>}
      <ReasonField
        label={t(wordsAs === 'reason' ? 'support.look.reason' : 'support.notes.text')}
        hint={wordsAs === 'reason' ? t('support.work.reasonHint') : undefined}
        value={reason}
        onChange={setReason}
        isShort={isChecked && isShort}
      />
    </FormModal>
  );
}
