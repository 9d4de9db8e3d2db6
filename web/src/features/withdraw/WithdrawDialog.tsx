import { useMemo, useState } from 'react';
import { useFreshBalances, useIsAnyAsked } from '../../api/askGames';
import { isAboutPin } from '../../api/command/moneyCommand';
import { useWithdrawCommand } from '../../api/command/withdrawCommand';
import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { useGetActiveGrantQuery } from '../../api/rewardApi';
import type { Wallet, WithdrawLimits } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { ALL, formatAmount } from '../../intl/money';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { ClosingOffers } from '../../ui/dialog/ClosingOffers';
import { CommandModal } from '../../ui/dialog/CommandModal';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Asked } from '../../ui/display/Asked';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { PIN_LENGTH, PinField } from '../../ui/field/PinField';
import { BankAccountRow } from './BankAccountRow';
import { ClosedWithdrawal } from './ClosedWithdrawal';
import { HeldNotice } from './HeldNotice';
import { RefusedWithdrawal } from './RefusedWithdrawal';
import { useWithdrawWords } from './useWithdrawWords';
import { WITHDRAW_FORM_ID, WithdrawFields } from './WithdrawFields';
import { WithdrawOutcome } from './WithdrawOutcome';
import {
  allWithdrawn,
  balancesOf,
  checkWithdrawal,
  closureOf,
  hasGameMoney,
  isBelowMinimum,
  mostToWithdraw,
  type WithdrawBody,
  type WithdrawFault,
  type WithdrawRoom,
  type WithdrawSource,
} from './withdrawForm';

interface WithdrawDialogProps {
  onClose: () => void;
}

/** From the main wallet to the registered bank account: form, review, outcome. */
export default function WithdrawDialog({ onClose }: WithdrawDialogProps) {
  const t = useText();
  const wallet = useGetWalletQuery();
  const limits = useGetWithdrawLimitsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (wallet.data && limits.data) {
    return <Withdraw wallet={wallet.data} limits={limits.data} onClose={onClose} />;
  }
  const failed = [wallet, limits].find((query) => query.error);
  const refetch = () => {
    wallet.refetch();
    limits.refetch();
  };
  return (
    <Modal title={t('withdraw.withdraw')} onClose={onClose}>
      <ModalSkeleton query={failed && { ...failed, refetch }} />
    </Modal>
  );
}

interface WithdrawProps extends WithdrawDialogProps {
  wallet: Wallet;
  limits: WithdrawLimits;
}

/** The source: the main wallet, unless only the games' money makes a withdrawal possible. */
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
  const rooms = [roomOf('wallet'), roomOf('all')];
  return { balances, choose, rooms, room: roomOf(hasGameMoney(balances) ? source : 'wallet') };
}

/** The amount, and its fault once the player has pressed Next. */
function useAmount(room: WithdrawRoom) {
  const [amount, setAmount] = useState('');
  const [isAll, setIsAll] = useState(false);
  const [fault, setFault] = useState<WithdrawFault | null>(null);
  const [isFaultOpen, setFaultOpen] = useState(false);
  return {
    // For "everything", the field shows the known balance.
    amount: isAll ? formatAmount(mostToWithdraw(room), room.currency) : amount,
    isAll,
    fault,
    isFaultOpen,
    closeFault: () => setFaultOpen(false),
    change(typed: string) {
      setAmount(typed);
      setIsAll(false);
      setFault(null);
    },
    chooseAll() {
      setIsAll(true);
      setFault(null);
    },
    forgive: () => setFault(null),
    check(onGood: (body: WithdrawBody) => void) {
      const checked = isAll ? allWithdrawn(room) : checkWithdrawal(amount, room);
      setFault(checked.ok ? null : checked.fault);
      setFaultOpen(!checked.ok);
      if (checked.ok) onGood({ ...checked.body, source: room.source });
    },
  };
}

function Withdraw({ wallet, limits, onClose }: WithdrawProps) {
  const t = useText();
  const { room, rooms, balances, choose } = useSource(wallet, limits);
  const words = useWithdrawWords(room);
  const field = useAmount(room);
  // The server decides; unknown is not a reason to keep the form closed.
  const hasGrant = useGetActiveGrantQuery().data?.grant?.isWithdrawBlocked ?? false;
  const closure = closureOf(limits, hasGrant, rooms);
  const [pin, setPin] = useState('');
  const [isPinShort, setPinShort] = useState(false);
  const [since, setSince] = useState<string | null>(null);
  const command = useWithdrawCommand(pin);
  const { phase, body } = command;
  const isPinRefused = isAboutPin(command.problem);
  const needsPin = limits.isPinSet || isPinRefused;
  const send = () => {
    // After a lost answer it is asked without the PIN, which nothing has stored.
    const isShort = needsPin && phase === 'confirm' && pin.length !== PIN_LENGTH;
    setPinShort(isShort);
    if (isShort) return;
    if (phase === 'confirm') setSince(body?.source === 'all' ? wallet.asOf : null);
    command.send();
  };
  useFreshBalances(
    useMemo(
      () => wallet.slots.filter(({ isActive }) => isActive).map(({ code }) => code),
      [wallet.slots],
    ),
  );
  return (
    <>
      <CommandModal
        title={t('withdraw.withdraw')}
        confirmLabel={t('withdraw.confirm')}
        phase={phase}
        isBusy={command.isBusy}
        formId={WITHDRAW_FORM_ID}
        isClosed={closure !== null}
        canReview={!isBelowMinimum(room) && field.amount !== ''}
        onEdit={command.startOver}
        onSend={send}
        onClose={onClose}
      >
        <ClosingOffers act="withdrawal" isNear={phase === 'confirm'} />
        {(!body || phase === 'form') && closure ? (
          <ClosedWithdrawal closure={closure} room={room} held={balances.wallet} />
        ) : !body || phase === 'form' ? (
          <WithdrawFields
            room={room}
            balances={balances}
            onSource={(source) => {
              choose(source);
              field.forgive();
            }}
            account={wallet.bankAccount}
            amount={field.amount}
            isAll={field.isAll}
            fault={field.fault}
            onAmount={(typed) => typed !== field.amount && field.change(typed)}
            onAll={field.chooseAll}
            onSubmit={() => field.check(command.review)}
          />
        ) : phase === 'confirm' ? (
          <>
            <WithdrawReview body={body} wallet={wallet} room={room} />
            {needsPin && (
              <div className="mt-4">
                <PinField
                  label={t('pin.pin')}
                  name="pin"
                  hint={t('withdraw.pinHint')}
                  value={pin}
                  onChange={(typed) => {
                    setPin(typed);
                    setPinShort(false);
                    command.dismissProblem();
                  }}
                  error={
                    isPinShort
                      ? t('pin.short')
                      : isPinRefused && <ProblemText error={command.problem} />
                  }
                />
              </div>
            )}
          </>
        ) : (
          <WithdrawOutcome
            amount={command.answer?.amount ?? (body.amount === ALL ? null : body.amount)}
            answer={command.answer}
            wallet={wallet}
            since={since}
            onStartOver={command.startOver}
          />
        )}
      </CommandModal>
      {field.isFaultOpen && field.fault && (
        <ErrorDialog error={words.ofFault(field.fault)} onClose={field.closeFault} />
      )}
      <RefusedWithdrawal command={command} room={room} />
    </>
  );
}

interface WithdrawReviewProps {
  body: WithdrawBody;
  wallet: Wallet;
  room: WithdrawRoom;
}

function WithdrawReview({ body, wallet, room }: WithdrawReviewProps) {
  const t = useText();
  const isAsked = useIsAnyAsked();
  const isAll = body.amount === ALL;
  const { currency } = wallet.wallet;
  return (
    <div className="space-y-3">
      <p className="py-4 text-center text-3xl font-bold">
        <Asked isAsked={isAll && body.source === 'all' && isAsked}>
          <Money
            amount={isAll ? mostToWithdraw(room) : body.amount}
            currency={currency}
            alwaysShown
          />
        </Asked>
      </p>
      <HeldNotice until={room.limits.heldUntil} />
      {isAll && (
        <Notice>
          {t(body.source === 'all' ? 'withdraw.allWithGames' : 'withdraw.allOfWallet', {
            max: moneyText(room.limits.withdrawMax, currency),
          })}
        </Notice>
      )}
      {body.source === 'all' && !isAll && <Notice>{t('withdraw.source.allReview')}</Notice>}
      <BankAccountRow account={wallet.bankAccount} />
    </div>
  );
}
