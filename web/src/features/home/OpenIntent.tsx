import { useEffect, useRef } from 'react';
import { useTransferAllCommand, useTransferCommand } from '../../api/command/transferCommand';
import { useWithdrawCommand } from '../../api/command/withdrawCommand';
import { ALL } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import type { OpenKind } from './OpenIntents';

const COMMANDS = {
  transfer: useTransferCommand,
  transferAll: useTransferAllCommand,
  withdraw: () => useWithdrawCommand(),
};

const WORDS = {
  transfer: {
    SUCCESS: 'transfer.success',
    PENDING: 'transfer.checking',
    FAILED: 'transfer.failed',
  },
  withdraw: { SUCCESS: 'withdraw.done', PENDING: 'withdraw.success', FAILED: 'withdraw.failed' },
} as const;

interface OpenIntentProps {
  kind: OpenKind;
  currency: string;
}

/** One command without an answer. It goes once the answer is there; a toast then shows it. */
export default function OpenIntent({ kind, currency }: OpenIntentProps) {
  const t = useText();
  const dialog = useDialog();
  const money = useMoneyText(currency);
  const { phase, body, answer, problem } = COMMANDS[kind]();
  const name = kind === 'withdraw' ? 'withdraw' : 'transfer';
  useOutcomeToast(name, answer?.status, phase === 'form' ? problem : null);
  if (!body || phase === 'form' || phase === 'answered') return null;
  const amount = 'amount' in body ? body.amount : '0';
  // The server does not know it, and starts it with the PIN only.
  const needsPin = phase === 'confirm';
  return (
    <Notice tone="caution">
      <div role="status">
        <p>
          {amount === ALL && kind !== 'transferAll'
            ? t(`home.open.${name}OfAll`)
            : t(`home.open.${kind}`, { amount: money(amount) })}
        </p>
        <p>{t(needsPin ? 'home.open.pin' : 'home.open.asking')}</p>
      </div>
      <Button tone="quiet" className="-ms-5" onClick={() => dialog.open(name, {})}>
        {t(needsPin ? 'home.open.confirm' : 'home.open.look')}
      </Button>
    </Notice>
  );
}

function useOutcomeToast(
  name: keyof typeof WORDS,
  status: 'SUCCESS' | 'PENDING' | 'FAILED' | undefined,
  problem: unknown,
): void {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const isShown = useRef(false);
  useEffect(() => {
    if (isShown.current || (!status && problem === null)) return;
    isShown.current = true;
    const words = WORDS[name];
    if (!status) toast.error(`${t(words.FAILED)}: ${problemText(problem)}`, problem);
    else if (status === 'FAILED') toast.error(t(words.FAILED));
    else toast.success(t(words[status]));
  }, [name, status, problem, t, toast, problemText]);
}
