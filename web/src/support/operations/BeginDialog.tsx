import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { useToast } from '../../ui/feedback/toasts';
import { TextField } from '../../ui/field/TextField';
import { type LongWork, useBeginRunMutation } from '../api/operationsApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';

const REASON = { min: 3, max: 300 };

interface BeginDialogProps {
  title: string;
  work: LongWork;
  view?: string;
  onClose: () => void;
}

/** Asks for a reason, and starts a long operation. */
export function BeginDialog({ title, work, view, onClose }: BeginDialogProps) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [begin, { isLoading, error }] = useBeginRunMutation();
  const [reason, setReason] = useState('');
  const [isShort, setIsShort] = useState(false);
  const submit = async () => {
    const text = reason.trim();
    setIsShort(text.length < REASON.min);
    if (text.length < REASON.min || isLoading) return;
    const answer = await begin({ work, reason: text, ...(view && { view }) });
    if (answer.error) return;
    toast.success(t('support.ops.begun'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={title}
      onConfirm={submit}
      onCancel={onClose}
      busy={isLoading}
    >
      <TextField
        label={t('support.look.reason')}
        value={reason}
        maxLength={REASON.max}
        autoComplete="off"
        onChange={setReason}
        error={isShort ? t('support.look.tooShort') : null}
      />
      {error && (
        <div className="mt-3">
          <ErrorNote>{problemText(error)}</ErrorNote>
        </div>
      )}
    </ConfirmDialog>
  );
}
