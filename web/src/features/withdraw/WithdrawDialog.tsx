import { useState } from 'react';
import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { useMoneyCommand } from '../../api/moneyCommand';
import type { Wallet, WithdrawLimits } from '../../api/types';
import { useGetWalletQuery, useWithdrawMutation } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { CommandModal } from '../../ui/CommandModal';
import { ErrorDialog } from '../../ui/ErrorDialog';
import { Modal } from '../../ui/Modal';
import { ModalSkeleton } from '../../ui/ModalSkeleton';
import { Money } from '../../ui/Money';
import { ProblemState } from '../../ui/States';
import { BankAccountRow } from './BankAccountRow';
import { useWithdrawWords } from './useWithdrawWords';
import { WITHDRAW_FORM_ID, WithdrawFields } from './WithdrawFields';
import { WithdrawOutcome } from './WithdrawOutcome';
import {
  checkWithdrawal,
  isBelowMinimum,
  type WithdrawFault,
  type WithdrawRoom,
} from './withdrawForm';

interface WithdrawDialogProps {
  onClose: () => void;
}

/** From the main wallet to the registered bank account: form, review, how it went. */
export default function WithdrawDialog({ onClose }: WithdrawDialogProps) {
  const t = useText();
  const wallet = useGetWalletQuery();
  const limits = useGetWithdrawLimitsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (wallet.data && limits.data) {
    return <Withdraw wallet={wallet.data} limits={limits.data} onClose={onClose} />;
  }
  const failed = [wallet, limits].find((query) => query.error);
  return (
    <Modal title={t('withdraw.withdraw')} onClose={onClose}>
      {failed ? (
        <ProblemState
          error={failed.error}
          busy={failed.isFetching}
          onRetry={() => {
            wallet.refetch();
            limits.refetch();
          }}
        />
      ) : (
        <ModalSkeleton />
      )}
    </Modal>
  );
}

interface WithdrawProps extends WithdrawDialogProps {
  wallet: Wallet;
  limits: WithdrawLimits;
}

/** The amount, and what is wrong with it, once the player has asked to go on. */
function useAmount(room: WithdrawRoom) {
  const [amount, setAmount] = useState('');
  const [fault, setFault] = useState<WithdrawFault | null>(null);
  const [isFaultOpen, setFaultOpen] = useState(false);
  return {
    amount,
    fault,
    isFaultOpen,
    closeFault: () => setFaultOpen(false),
    change(typed: string) {
      setAmount(typed);
      setFault(null);
    },
    check(onGood: (body: { amount: string }) => void) {
      const checked = checkWithdrawal(amount, room);
      setFault(checked.ok ? null : checked.fault);
      setFaultOpen(!checked.ok);
      if (checked.ok) onGood(checked.body);
    },
  };
}

function Withdraw({ wallet, limits, onClose }: WithdrawProps) {
  const t = useText();
  const { amount: balance, currency } = wallet.wallet;
  const room = { limits, balance, currency };
  const words = useWithdrawWords(room);
  const field = useAmount(room);
  const [withdraw] = useWithdrawMutation();
  const command = useMoneyCommand<{ amount: string }>('withdraw', (argument) =>
    withdraw(argument).unwrap(),
  );
  const { phase, body } = command;
  return (
    <>
      <CommandModal
        title={t('withdraw.withdraw')}
        confirmLabel={t('withdraw.confirm')}
        phase={phase}
        isBusy={command.isBusy}
        formId={WITHDRAW_FORM_ID}
        canReview={!isBelowMinimum(room)}
        onEdit={command.startOver}
        onSend={command.send}
        onClose={onClose}
      >
        {!body || phase === 'form' ? (
          <WithdrawFields
            room={room}
            account={wallet.bankAccount}
            amount={field.amount}
            fault={field.fault}
            onAmount={field.change}
            onSubmit={() => field.check(command.review)}
          />
        ) : phase === 'confirm' ? (
          <WithdrawReview amount={body.amount} wallet={wallet} />
        ) : (
          <WithdrawOutcome
            amount={body.amount}
            answer={command.answer}
            wallet={wallet}
            onStartOver={command.startOver}
          />
        )}
      </CommandModal>
      {field.isFaultOpen && field.fault && (
        <ErrorDialog error={words.ofFault(field.fault)} onClose={field.closeFault} />
      )}
      {command.problem !== null && (
        <ErrorDialog
          title={t('withdraw.failed')}
          error={words.ofProblem(command.problem)}
          onClose={command.dismissProblem}
        />
      )}
    </>
  );
}

function WithdrawReview({ amount, wallet }: { amount: string; wallet: Wallet }) {
  return (
    <>
      <p className="py-4 text-center text-3xl font-bold">
        <Money amount={amount} currency={wallet.wallet.currency} alwaysShown />
      </p>
      <BankAccountRow account={wallet.bankAccount} />
    </>
  );
}
