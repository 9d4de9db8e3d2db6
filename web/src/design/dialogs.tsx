/** What stands above the page. */
import { type ReactNode, useState } from 'react';
import type { CommandPhase } from '../api/command/moneyCommand';
import { useText } from '../intl/text';
import { CommandModal } from '../ui/dialog/CommandModal';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog';
import { ErrorDialog } from '../ui/dialog/ErrorDialog';
import { FormModal } from '../ui/dialog/FormModal';
import { Modal } from '../ui/dialog/Modal';
import { Button } from '../ui/display/Button';
import { NoticePlace } from '../ui/feedback/NoticePlace';
import { useToast } from '../ui/feedback/toasts';
import { TextField } from '../ui/field/TextField';
import type { Pages } from './pages';
import { State } from './State';

const none = () => undefined;

/** A state that is opened by a button. */
function Opened({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <State name={name}>
      <Button
        tone="secondary"
        aria-label={`${t('game.open')}: ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {t('game.open')}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </State>
  );
}

function ModalStates() {
  const t = useText();
  const [text, setText] = useState('');
  const title = t('agreement.title');
  const field = <TextField label={t('bank.accountName')} value={text} onChange={setText} />;
  return (
    <>
      <Opened name="something typed: asks before it closes">
        {(close) => (
          <Modal title={title} onClose={close}>
            {field}
          </Modal>
        )}
      </Opened>
      <Opened name='size="wide", footer'>
        {(close) => (
          <Modal
            title={title}
            size="wide"
            onClose={close}
            footer={<Button onClick={close}>{t('common.ok')}</Button>}
          >
            {t('connection.notSent')}
          </Modal>
        )}
      </Opened>
      <Opened name="tall">
        {(close) => (
          <Modal title={title} tall onClose={close}>
            {t('connection.notSent')}
          </Modal>
        )}
      </Opened>
      <Opened name="locked">
        {(close) => (
          <Modal
            title={title}
            locked
            onClose={close}
            footer={<Button onClick={close}>{t('agreement.accept')}</Button>}
          >
            {t('connection.notSent')}
          </Modal>
        )}
      </Opened>
    </>
  );
}

function ConfirmDialogStates() {
  const t = useText();
  return [false, true].map((danger) => (
    <Opened key={String(danger)} name={danger ? 'danger' : 'a step that can be undone'}>
      {(close) => (
        <ConfirmDialog
          title={t('common.confirm')}
          danger={danger}
          onConfirm={close}
          onCancel={close}
        >
          {t('connection.notSent')}
        </ConfirmDialog>
      )}
    </Opened>
  ));
}

function FormModalStates() {
  const t = useText();
  const [text, setText] = useState('');
  return [false, true].map((busy) => (
    <Opened key={String(busy)} name={busy ? 'busy' : 'to be saved or left'}>
      {(close) => (
        <FormModal title={t('bank.editName')} busy={busy} onClose={close} onSubmit={close}>
          <TextField label={t('bank.accountName')} value={text} onChange={setText} />
        </FormModal>
      )}
    </Opened>
  ));
}

function ErrorDialogStates() {
  const known = { code: 'MONEY_NOT_ENOUGH', status: 422, requestId: '0198a1b2' };
  const unknown = { code: 'The vault is being counted', status: 422 };
  return (
    <>
      <Opened name="a code of the catalogue">
        {(close) => <ErrorDialog error={known} onClose={close} />}
      </Opened>
      <Opened name="the server's own words">
        {(close) => <ErrorDialog error={unknown} onClose={close} />}
      </Opened>
    </>
  );
}

const PHASES: CommandPhase[] = ['form', 'confirm', 'answered', 'unknown'];

function CommandModalStates() {
  const t = useText();
  return PHASES.map((phase) => (
    <Opened key={phase} name={`phase="${phase}"`}>
      {(close) => (
        <CommandModal
          title={t('withdraw.withdraw')}
          confirmLabel={t('common.confirm')}
          phase={phase}
          isBusy={false}
          formId="design-form"
          canReview
          onEdit={close}
          onSend={none}
          onClose={close}
        >
          <p>{t('connection.notSent')}</p>
        </CommandModal>
      )}
    </Opened>
  ));
}

function ToastHostStates() {
  const t = useText();
  const toast = useToast();
  return (['success', 'error', 'info'] as const).map((tone) => (
    <State key={tone} name={`useToast().${tone}(text)`}>
      <Button tone="secondary" onClick={() => toast[tone](`${t('common.saved')} (${tone})`)}>
        {tone}
      </Button>
    </State>
  ));
}

function NoticePlaceStates() {
  return (
    <State name="below a header; the notices of this page come here">
      <NoticePlace />
    </State>
  );
}

export const dialogs: Pages = {
  Modal: ModalStates,
  ConfirmDialog: ConfirmDialogStates,
  FormModal: FormModalStates,
  ErrorDialog: ErrorDialogStates,
  CommandModal: CommandModalStates,
  ToastHost: ToastHostStates,
  NoticePlace: NoticePlaceStates,
};
