import { useState } from 'react';
import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { useMoneyCommand } from '../../api/moneyCommand';
import { useWithdrawAllMutation, useWithdrawMutation } from '../../api/moveApi';
import { useGetActiveGrantQuery } from '../../api/rewardApi';
import type { Wallet, Withdrawal, WithdrawLimits } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { ClosingOffers } from '../../app/ClosingOffers';
import { useText } from '../../intl/text';
import { CommandModal } from '../../ui/CommandModal';
import { ErrorDialog } from '../../ui/ErrorDialog';
import { Modal } from '../../ui/Modal';
import { ModalSkeleton } from '../../ui/ModalSkeleton';
import { Money } from '../../ui/Money';
import { Notice } from '../../ui/Notice';
import { ProblemState } from '../../ui/States';
import { BankAccountRow } from './BankAccountRow';
import { GrantNotice } from './GrantNotice';
import { HeldNotice } from './HeldNotice';
import { useWithdrawWords } from './useWithdrawWords';
import { WITHDRAW_FORM_ID, WithdrawFields } from './WithdrawFields';
import { WithdrawOutcome } from './WithdrawOutcome';
import {
  balancesOf,
  checkWithdrawal,
  hasGameMoney,
  isBelowMinimum,
  type WithdrawBody,
  type WithdrawFault,
  type WithdrawRoom,
  type WithdrawSource,
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

/** Where from: the main wallet, unless only the games' money makes a withdrawal possible. */
function useSource(wallet: Wallet, limits: WithdrawLimits) {
  const { currency } = wallet.wallet;
  const balances = balancesOf(wallet);
  const roomOf = (source: WithdrawSource): WithdrawRoom => ({
    limits,
    source,
    balance: balances[source],
    currency,
  });
  const [source, choose] = useState<WithdrawSource>(() =>
    isBelowMinimum(roomOf('wallet')) && !isBelowMinimum(roomOf('all')) ? 'all' : 'wallet',
  );
  return { balances, choose, room: roomOf(hasGameMoney(balances) ? source : 'wallet') };
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
    check(onGood: (body: WithdrawBody) => void) {
      const checked = checkWithdrawal(amount, room);
      setFault(checked.ok ? null : checked.fault);
      setFaultOpen(!checked.ok);
      if (checked.ok) onGood({ ...checked.body, source: room.source });
    },
  };
}

function Withdraw({ wallet, limits, onClose }: WithdrawProps) {
  const t = useText();
  const { room, balances, choose } = useSource(wallet, limits);
  const words = useWithdrawWords(room);
  const field = useAmount(room);
  // The server decides; unknown is not a reason to keep the form closed.
  const hasGrant = useGetActiveGrantQuery().data?.grant?.isWithdrawBlocked ?? false;
  const [withdraw] = useWithdrawMutation();
  const [withdrawAll] = useWithdrawAllMutation();
  const command = useMoneyCommand<WithdrawBody, Withdrawal>('withdraw', (argument) =>
    (argument.source === 'all' ? withdrawAll(argument) : withdraw(argument)).unwrap(),
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
        canReview={!isBelowMinimum(room) && !hasGrant}
        onEdit={command.startOver}
        onSend={command.send}
        onClose={onClose}
      >
        {hasGrant && phase === 'form' && (
          <div className="mb-4">
            <GrantNotice />
          </div>
        )}
        <ClosingOffers act="withdrawal" isNear={phase === 'confirm'} />
        {!body || phase === 'form' ? (
          <WithdrawFields
            room={room}
            balances={balances}
            onSource={(source) => {
              choose(source);
              field.change(field.amount);
            }}
            account={wallet.bankAccount}
            amount={field.amount}
            fault={field.fault}
            onAmount={field.change}
            onSubmit={() => field.check(command.review)}
          />
        ) : phase === 'confirm' ? (
          <WithdrawReview body={body} wallet={wallet} limits={limits} />
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

interface WithdrawReviewProps {
  body: WithdrawBody;
  wallet: Wallet;
  limits: WithdrawLimits;
}

function WithdrawReview({ body, wallet, limits }: WithdrawReviewProps) {
  const t = useText();
  return (
    <div className="space-y-3">
      <p className="py-4 text-center text-3xl font-bold">
        <Money amount={body.amount} currency={wallet.wallet.currency} alwaysShown />
      </p>
      <HeldNotice until={limits.heldUntil} />
      {body.source === 'all' && <Notice>{t('withdraw.source.allReview')}</Notice>}
      <BankAccountRow account={wallet.bankAccount} />
    </div>
  );
}
