import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { useToast } from '../../ui/feedback/toasts';
import { type LongWork, useBeginRunMutation } from '../api/operationsApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';

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
    setIsShort(!isReason(reason));
    if (!isReason(reason) || isLoading) return;
    const answer = await begin({ work, reason: reason.trim(), ...(view && { view }) });
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
      <ReasonField value={reason} onChange={setReason} isShort={isShort} />
      {error && (
        <div className="mt-3">
          <ErrorNote>{problemText(error)}</ErrorNote>
        </div>
      )}
    </ConfirmDialog>
  );
}
