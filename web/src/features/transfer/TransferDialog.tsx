import { useState } from 'react';
import { useMoneyCommand } from '../../api/moneyCommand';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery, useTransferMutation } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { CommandModal } from '../../ui/CommandModal';
import { ErrorDialog } from '../../ui/ErrorDialog';
import { Modal } from '../../ui/Modal';
import { ModalSkeleton } from '../../ui/ModalSkeleton';
import { ProblemState } from '../../ui/States';
import { TRANSFER_FORM_ID, TransferFields } from './TransferFields';
import { TransferOutcome } from './TransferOutcome';
import { TransferReview } from './TransferReview';
import {
  accountsOf,
  checkTransfer,
  startForm,
  type TransferAccount,
  type TransferBody,
  type TransferFault,
  type TransferForm,
} from './transferForm';
import { useFaultText, useProblemWords } from './useFaultText';

interface TransferDialogProps {
  slotCode?: string;
  direction?: 'in' | 'out';
  onClose: () => void;
}

/** Money between the main wallet and a game account: form, review, how it went. */
export default function TransferDialog({ onClose, ...start }: TransferDialogProps) {
  const t = useText();
  const { data: wallet, error, isFetching, refetch } = useGetWalletQuery();
  if (wallet) return <Transfer wallet={wallet} onClose={onClose} {...start} />;
  return (
    <Modal title={t('transfer.transfer')} onClose={onClose}>
      {error ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <ModalSkeleton />
      )}
    </Modal>
  );
}

function useAccountName(accounts: readonly TransferAccount[]) {
  const t = useText();
  return (code: string) =>
    code === 'WALLET'
      ? t('wallet.mainWallet')
      : (accounts.find((account) => account.code === code)?.name ?? code);
}

/** The fields, and what is wrong with them, once the player has asked to go on. */
function useTransferForm(
  accounts: readonly TransferAccount[],
  currency: string,
  start: Pick<TransferDialogProps, 'slotCode' | 'direction'>,
) {
  const [form, setForm] = useState(() => startForm(accounts, start.slotCode, start.direction));
  const [fault, setFault] = useState<TransferFault | null>(null);
  const [isFaultOpen, setFaultOpen] = useState(false);
  return {
    form,
    fault,
    isFaultOpen,
    closeFault: () => setFaultOpen(false),
    change(next: TransferForm) {
      setForm(next);
      setFault(null);
    },
    check(onGood: (body: TransferBody) => void) {
      const checked = checkTransfer(form, accounts, currency);
      setFault(checked.ok ? null : checked.fault);
      setFaultOpen(!checked.ok);
      if (checked.ok) onGood(checked.body);
    },
  };
}

function Transfer({ wallet, onClose, ...start }: TransferDialogProps & { wallet: Wallet }) {
  const t = useText();
  const { currency } = wallet.wallet;
  const accounts = accountsOf(wallet);
  const nameOf = useAccountName(accounts);
  const fields = useTransferForm(accounts, currency, start);
  const faultText = useFaultText(currency);
  const problemWords = useProblemWords(currency);
  const [transfer] = useTransferMutation();
  const command = useMoneyCommand<TransferBody>('transfer', (argument) =>
    transfer(argument).unwrap(),
  );
  const { phase, body } = command;
  return (
    <>
      <CommandModal
        title={t('transfer.transfer')}
        confirmLabel={t('transfer.confirm')}
        phase={phase}
        isBusy={command.isBusy}
        formId={TRANSFER_FORM_ID}
        canReview={accounts.length > 1}
        onEdit={command.startOver}
        onSend={command.send}
        onClose={onClose}
      >
        {!body || phase === 'form' ? (
          <TransferFields
            accounts={accounts}
            nameOf={nameOf}
            currency={currency}
            form={fields.form}
            onForm={fields.change}
            fault={fields.fault}
            onSubmit={() => fields.check(command.review)}
          />
        ) : phase === 'confirm' ? (
          <TransferReview body={body} currency={currency} nameOf={nameOf} />
        ) : (
          <TransferOutcome
            body={body}
            answer={command.answer}
            wallet={wallet}
            nameOf={nameOf}
            onStartOver={command.startOver}
          />
        )}
      </CommandModal>
      {fields.isFaultOpen && fields.fault && (
        <ErrorDialog error={faultText(fields.fault)} onClose={fields.closeFault} />
      )}
      {command.problem !== null && (
        <ErrorDialog
          title={t('transfer.failed')}
          error={problemWords(command.problem)}
          onClose={command.dismissProblem}
        />
      )}
    </>
  );
}
