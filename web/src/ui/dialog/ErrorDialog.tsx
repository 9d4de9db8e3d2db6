import { isProblem } from '../../api/transport/problem';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { Icon } from '../display/Icon';
import { ProblemText } from '../feedback/ProblemText';
import { Modal } from './Modal';

interface ErrorDialogProps {
  /** A failed call's `Problem`, or a text that is already translated. */
  error: unknown;
  title?: string;
  onClose: () => void;
}

/** Titled with the error text, with the server's request id for support. */
export function ErrorDialog({ error, title, onClose }: ErrorDialogProps) {
  const t = useText();
  return (
    <Modal
      title={title ?? t('common.error')}
      role="alertdialog"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.ok')}</Button>}
    >
      <div className="flex gap-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-negative-soft text-negative">
          <Icon name="warning" />
        </span>
        <div className="pt-1.5">
          <p>
            <ProblemText error={error} />
          </p>
          {isProblem(error) && error.requestId && (
            <p className="mt-2 text-xs text-muted">
              {t('shell.requestId', { id: error.requestId })}
            </p>
          )}
        </div>
      </div>
    </Modal>
  );
}
