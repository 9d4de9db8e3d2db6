import { type FormEvent, type ReactNode, useId } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { Modal } from './Modal';

interface FormModalProps {
  title: string;
  onClose: () => void;
  /** Not called while `busy`: a second press of Enter sends nothing twice. */
  onSubmit: () => void;
  busy: boolean;
  children: ReactNode;
}

/** A dialog with a few fields, to be saved or left. */
export function FormModal({ title, onClose, onSubmit, busy, children }: FormModalProps) {
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
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="space-y-4">
        {children}
      </form>
    </Modal>
  );
}
