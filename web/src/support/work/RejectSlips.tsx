import { type FormEvent, useId, useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { useSlipReason } from '../../intl/text';
import { DialogButtons } from '../../ui/dialog/DialogButtons';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Progress } from '../../ui/feedback/Progress';
import { useToast } from '../../ui/feedback/toasts';
import { SelectField } from '../../ui/field/SelectField';
import type { WorkItem } from '../api/workApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { isReason, ReasonField } from '../ui/ReasonField';
import { SLIP_CODES } from './questions';
import type { Outcome, Rejection } from './useRejections';

const TONES = {
  sending: 'accent',
  done: 'positive',
  failed: 'negative',
  unsure: 'caution',
} as const satisfies Record<Outcome['state'], string>;

function Row({ item, outcome }: { item: WorkItem; outcome: Outcome | undefined }) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const { player, since, amount, currency } = item;
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{player.name}</span>
        <span className="tabular text-sm text-muted">{formatMoment(since).slice(0, 16)}</span>
        {amount && currency && (
          <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
        )}
        {outcome && (
          <Chip tone={TONES[outcome.state]}>{t(`support.marks.state.${outcome.state}`)}</Chip>
        )}
      </p>
      {outcome && 'problem' in outcome && (
        <p className="text-sm text-negative">{problemText(outcome.problem)}</p>
      )}
    </li>
  );
}

interface RejectSlipsProps {
  items: readonly WorkItem[];
  outcomes: Record<string, Outcome>;
  isSending: boolean;
  /** Returns whether all were rejected. */
  onSend: (ids: readonly string[], rejection: Rejection) => Promise<boolean>;
  /** Called once all are rejected. */
  onDone: () => void;
  onClose: () => void;
}

/** How many are done, and how many were not rejected. */
function Sent({ items, outcomes }: Pick<RejectSlipsProps, 'items' | 'outcomes'>) {
  const t = useSupportText();
  const states = items.map(({ id }) => outcomes[id]?.state);
  const done = states.filter((state) => state === 'done').length;
  const failed = states.filter((state) => state === 'failed' || state === 'unsure').length;
  const tried = done + failed;
  if (tried === 0 && !states.includes('sending')) return null;
  return (
    <div role="status" className="space-y-3">
      <Progress
        label={t('support.marks.progress', { done, n: items.length })}
        share={done / items.length}
      />
      {tried === items.length && failed > 0 && (
        <ErrorNote>{t('support.marks.failed', { n: failed })}</ErrorNote>
      )}
    </div>
  );
}

interface FieldsProps {
  value: Rejection;
  onChange: (value: Rejection) => void;
  isShort: boolean;
}

function Fields({ value, onChange, isShort }: FieldsProps) {
  const t = useSupportText();
  const slipReason = useSlipReason();
  return (
    <>
      <SelectField
        label={t('support.work.told')}
        value={value.code}
        onChange={(code) => onChange({ ...value, code })}
        options={SLIP_CODES.map((code) => ({ value: code, label: slipReason(code) }))}
      />
      <ReasonField
        hint={t('support.work.reasonHint')}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
        isShort={isShort}
      />
    </>
  );
}

/** One reason for several slips; what was not rejected can be sent again. */
export function RejectSlips(props: RejectSlipsProps) {
  const { items, outcomes, isSending, onSend, onDone, onClose } = props;
  const t = useSupportText();
  const toast = useToast();
  const formId = useId();
  const [rejection, setRejection] = useState<Rejection>({ code: SLIP_CODES[0] ?? '', reason: '' });
  const [isChecked, setIsChecked] = useState(false);
  const isShort = !isReason(rejection.reason);
  const left = items.filter(({ id }) => outcomes[id]?.state !== 'done').map(({ id }) => id);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isShort || isSending) return;
    const words = { ...rejection, reason: rejection.reason.trim() };
    if (!(await onSend(left, words))) return;
    toast.success(t('support.marks.done', { n: items.length }));
    onDone();
  };
  // Decisions that are being sent are finished first.
  const leave = () => {
    if (!isSending) onClose();
  };
  const isAgain = Object.keys(outcomes).length > 0 && !isSending;
  return (
    <Modal
      title={t('support.marks.title', { n: items.length })}
      size="wide"
      locked={isSending}
      onClose={onClose}
      footer={
        <DialogButtons type="submit" form={formId} busy={isSending} danger onCancel={leave}>
          {isAgain ? t('support.marks.again', { n: left.length }) : t('support.work.reject')}
        </DialogButtons>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="space-y-4">
        <p>{t('support.marks.lead')}</p>
        <ul aria-label={t('support.marks.chosen')} className="divide-y divide-line">
          {items.map((item) => (
            <Row key={item.id} item={item} outcome={outcomes[item.id]} />
          ))}
        </ul>
        <Fields value={rejection} onChange={setRejection} isShort={isChecked && isShort} />
        <Sent items={items} outcomes={outcomes} />
      </form>
    </Modal>
  );
}
