import { type FormEvent, type ReactNode, useId } from 'react';
import { useText } from '../../intl/text';
import { ErrorNote } from '../feedback/ErrorNote';
import { DialogButtons } from './DialogButtons';
import { Modal } from './Modal';

interface FormModalProps {
  title: string;
  onClose: () => void;
  /** Not called while `busy`: a second press of Enter sends nothing twice. */
  onSubmit: () => void;
  /** `common.save` by default. */
  submitLabel?: string;
  busy: boolean;
  /** A step that cannot be undone. */
  danger?: boolean;
  /** Why it was not done: shown after the fields. */
  refusal?: ReactNode;
  size?: 'normal' | 'wide';
  children: ReactNode;
}

/** A dialog with a few fields, to be sent or left. */
export function FormModal(props: FormModalProps) {
  const { title, onClose, onSubmit, submitLabel, busy, danger, refusal, size, children } = props;
  const t = useText();
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      size={size}
      footer={
        <DialogButtons type="submit" form={formId} busy={busy} danger={danger} onCancel={onClose}>
          {submitLabel ?? t('common.save')}
        </DialogButtons>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="space-y-4">
        {children}
        {refusal && <ErrorNote>{refusal}</ErrorNote>}
      </form>
    </Modal>
  );
}
