import type { ReactNode } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
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
        <>
          <Button tone="secondary" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button tone={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel ?? t('common.confirm')}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
