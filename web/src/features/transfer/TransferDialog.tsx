import { useMemo, useState } from 'react';
import { useFreshBalances } from '../../api/askGames';
import {
  useTransferAllCommand,
  useTransferCommand,
  WALLET,
} from '../../api/command/transferCommand';
import { useExclusion } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useProblemWords } from '../../intl/transferProblem';
import { ClosingOffers } from '../../ui/dialog/ClosingOffers';
import { CommandModal } from '../../ui/dialog/CommandModal';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Tabs } from '../../ui/display/Tabs';
import { Notice } from '../../ui/feedback/Notice';
import { NoGame } from './NoGame';
import { RefusedTransfer } from './RefusedTransfer';
import { readRefusal } from './refusal';
import { AllFields, type Places, TRANSFER_FORM_ID, TransferFields } from './TransferFields';
import { TransferOutcome } from './TransferOutcome';
import { AllReview, TransferReview } from './TransferReview';
import {
  accountsOf,
  checkTransfer,
  startForm,
  sumElsewhere,
  type TransferAccount,
  type TransferFault,
  type TransferForm,
} from './transferForm';
import { useFaultText } from './useFaultText';

interface TransferDialogProps {
  slotCode?: string;
  direction?: 'in' | 'out';
  /** Begins with everything that the games hold. */
  isAll?: boolean;
  onClose: () => void;
}

type Mode = 'one' | 'all';

/** Transfers between the player's accounts: form, review, outcome. */
export default function TransferDialog({ onClose, ...start }: TransferDialogProps) {
  const t = useText();
  const wallet = useGetWalletQuery();
  if (wallet.data) return <Transfer wallet={wallet.data} onClose={onClose} {...start} />;
  return (
    <Modal title={t('transfer.transfer')} onClose={onClose}>
      <ModalSkeleton query={wallet} />
    </Modal>
  );
}

function useAccountName(accounts: readonly TransferAccount[]) {
  const t = useText();
  return (code: string) =>
    code === WALLET
      ? t('wallet.mainWallet')
      : (accounts.find((account) => account.code === code)?.name ?? code);
}

/** The fields of a transfer, and their faults once the player has pressed Next. */
function useOne(places: Places, start: Pick<TransferDialogProps, 'slotCode' | 'direction'>) {
  const { accounts, currency } = places;
  const [form, setForm] = useState(() => startForm(accounts, start.slotCode, start.direction));
  const [fault, setFault] = useState<TransferFault | null>(null);
  const [isFaultOpen, setFaultOpen] = useState(false);
  const command = useTransferCommand();
  return {
    form,
    fault,
    isFaultOpen,
    command,
    closeFault: () => setFaultOpen(false),
    change(next: TransferForm) {
      setForm(next);
      setFault(null);
    },
    check() {
      const checked = checkTransfer(form, accounts, currency);
      setFault(checked.ok ? null : checked.fault);
      setFaultOpen(!checked.ok);
      if (checked.ok) command.review(checked.body);
    },
  };
}

/** The one field of "everything to one place". */
function useAll() {
  const [to, setTo] = useState<string>(WALLET);
  const [hasFault, setHasFault] = useState(false);
  const command = useTransferAllCommand();
  return {
    to,
    hasFault,
    command,
    change(next: string) {
      setTo(next);
      setHasFault(false);
    },
    check() {
      setHasFault(!to);
      if (to) command.review({ to });
    },
  };
}

interface FormStepProps {
  places: Places;
  one: ReturnType<typeof useOne>;
  all: ReturnType<typeof useAll>;
  mode: Mode;
  onMode: (mode: Mode) => void;
}

/** One transfer, or everything to one place. */
function FormStep({ places, one, all, mode, onMode }: FormStepProps) {
  const t = useText();
  const isGone = useIsServiceGone();
  return (
    <div className="space-y-4">
      {places.closedBy && (
        <Notice tone="caution">{t(isGone ? 'closed.lead' : 'error.PLAYER_EXCLUDED')}</Notice>
      )}
      <Tabs
        label={t('transfer.transfer')}
        tabs={[
          { value: 'one', label: t('transfer.tab.one') },
          { value: 'all', label: t('transfer.tab.all') },
        ]}
        value={mode}
        onChange={onMode}
      >
        <div>
          {mode === 'all' ? (
            <AllFields
              {...places}
              to={all.to}
              onTo={all.change}
              sum={sumElsewhere(places.accounts, all.to)}
              hasFault={all.hasFault}
              onSubmit={all.check}
            />
          ) : (
            <TransferFields
              {...places}
              form={one.form}
              onForm={one.change}
              fault={one.fault}
              onSubmit={one.check}
            />
          )}
        </div>
      </Tabs>
    </div>
  );
}

function Transfer({
  wallet,
  onClose,
  isAll: isAllFirst,
  ...start
}: TransferDialogProps & { wallet: Wallet }) {
  const t = useText();
  const { currency } = wallet.wallet;
  const accounts = accountsOf(wallet);
  const exclusion = useExclusion();
  const nameOf = useAccountName(accounts);
  const isGone = useIsServiceGone();
  const closedBy = isGone ? 'closed.title' : exclusion && ('transfer.closedByBreak' as const);
  const places: Places = { accounts, nameOf, currency, closedBy };
  // Then money only comes out.
  const one = useOne(places, isGone ? { ...start, direction: 'out' } : start);
  const all = useAll();
  const [mode, setMode] = useState<Mode>(
    isAllFirst || all.command.phase === 'unknown' ? 'all' : 'one',
  );
  const isAll = mode === 'all';
  const command = isAll ? all.command : one.command;
  const { phase } = command;
  const faultText = useFaultText(currency);
  const problemWords = useProblemWords(currency, isAll ? {} : one.form);
  const outcome = { answer: command.answer, wallet, nameOf, onStartOver: command.startOver };
  const isForm = phase === 'form' || !command.body;
  const refusal = isAll ? null : readRefusal(one.command.problem, one.command.body);
  useFreshBalances(
    useMemo(() => accounts.map(({ code }) => code).filter((code) => code !== WALLET), [accounts]),
  );

  if (accounts.length < 2 && isForm) return <NoGame wallet={wallet} onClose={onClose} />;
  return (
    <>
      <CommandModal
        title={t('transfer.transfer')}
        confirmLabel={t('transfer.confirm')}
        phase={phase}
        isBusy={command.isBusy}
        formId={TRANSFER_FORM_ID}
        canReview={isAll || one.form.isAll || one.form.amount !== ''}
        onEdit={command.startOver}
        onSend={command.send}
        onClose={onClose}
      >
        <ClosingOffers act="play" isNear={phase === 'confirm' && command.body?.to !== WALLET} />
        {isForm && <FormStep places={places} one={one} all={all} mode={mode} onMode={setMode} />}
        {!isForm && phase === 'confirm' && isAll && all.command.body && (
          <AllReview {...places} to={all.command.body.to} />
        )}
        {!isForm && phase === 'confirm' && !isAll && one.command.body && (
          <TransferReview {...places} body={one.command.body} />
        )}
        {!isForm && phase !== 'confirm' && command.body && (
          <TransferOutcome body={command.body} {...outcome} />
        )}
      </CommandModal>
      {!isAll && one.isFaultOpen && one.fault && (
        <ErrorDialog error={faultText(one.fault)} onClose={one.closeFault} />
      )}
      {refusal && (
        <RefusedTransfer
          refusal={refusal}
          currency={currency}
          nameOf={nameOf}
          onSend={one.command.sendAtOnce}
          onClose={command.dismissProblem}
        />
      )}
      {command.problem !== null && !refusal && (
        <ErrorDialog
          title={t('transfer.failed')}
          error={problemWords(command.problem)}
          onClose={command.dismissProblem}
        />
      )}
    </>
  );
}
