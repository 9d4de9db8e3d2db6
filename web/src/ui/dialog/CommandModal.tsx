import type { ReactNode } from 'react';
import type { CommandPhase } from '../../api/command/moneyCommand';
import { probe } from '../../api/transport/probe';
import { useIsServerReached } from '../../api/transport/reach';
import { useText } from '../../intl/text';
import { Button } from '../display/Button';
import { Notice } from '../feedback/Notice';
import { Modal } from './Modal';
import { Step } from './Step';
import { useLeaveFor } from './useLeaveFor';

interface CommandModalProps {
  title: string;
  /** The label of the button that sends the command. */
  confirmLabel: string;
  phase: CommandPhase;
  isBusy: boolean;
  /** The id of the form that leads to the confirm step. */
  formId: string;
  canReview: boolean;
  /** There is no form: nothing that is typed could succeed. */
  isClosed?: boolean;
  onEdit: () => void;
  onSend: () => void;
  onClose: () => void;
  /** What the present phase shows. */
  children: ReactNode;
}

/** The dialog of a command that moves money: form, review, outcome, each with its buttons. */
export function CommandModal(props: CommandModalProps) {
  const t = useText();
  const { phase, isBusy, children } = props;
  const isReached = useIsServerReached();
  const isReview = phase === 'confirm';
  const edit = () => {
    if (!isBusy) props.onEdit();
  };
  return (
    <Modal
      title={isReview ? t('money.reviewTitle') : props.title}
      onClose={props.onClose}
      // One step back, to what was typed.
      onDismiss={isReview ? edit : undefined}
      footer={<Buttons {...props} onSend={isReached || isBusy ? props.onSend : probe} />}
    >
      <Step name={phase}>
        {isReview && (
          <div role="status">
            {!isReached && <Notice tone="caution">{t('connection.notSent')}</Notice>}
          </div>
        )}
        {children}
      </Step>
    </Modal>
  );
}

function Buttons(props: CommandModalProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const { phase, isBusy } = props;
  if (phase === 'form') {
    return props.isClosed ? (
      <Button onClick={props.onClose}>{t('common.ok')}</Button>
    ) : (
      <Button type="submit" form={props.formId} disabled={!props.canReview}>
        {t('common.next')}
      </Button>
    );
  }
  if (phase === 'confirm') {
    return (
      <>
        <Button tone="secondary" disabled={isBusy} onClick={props.onEdit}>
          {t('money.edit')}
        </Button>
        <Button busy={isBusy} onClick={props.onSend}>
          {props.confirmLabel}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button tone="secondary" onClick={() => leaveFor('/user/statement')}>
        {t('money.toStatement')}
      </Button>
      {phase === 'unknown' ? (
        // The same key again: this asks, it never moves the money a second time.
        <Button busy={isBusy} onClick={props.onSend}>
          {t('money.checkAgain')}
        </Button>
      ) : (
        <Button onClick={props.onClose}>{t('money.done')}</Button>
      )}
    </>
  );
}
