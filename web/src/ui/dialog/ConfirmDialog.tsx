import type { ReactNode } from 'react';
import { useText } from '../../intl/text';
import { DialogButtons } from './DialogButtons';
import { Modal } from './Modal';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
  /** `common.confirm` by default. */
  confirmLabel?: string;
  busy?: boolean;
  /** A step that cannot be undone. */
  danger?: boolean;
}

export function ConfirmDialog({
  title,
  children,
  onConfirm,
  onCancel,
  confirmLabel,
  busy = false,
  danger = false,
}: ConfirmDialogProps) {
  const t = useText();
  return (
    <Modal
      title={title}
      role="alertdialog"
      onClose={onCancel}
      footer={
        <DialogButtons busy={busy} danger={danger} onClick={onConfirm} onCancel={onCancel}>
          {confirmLabel ?? t('common.confirm')}
        </DialogButtons>
      }
    >
      {children}
    </Modal>
  );
}
