import { useState } from 'react';
import { useFreshBalances, useIsAnyAsked } from '../../api/askGames';
import { useDirectCommand } from '../../api/command/directCommand';
import { useTransferAllMutation } from '../../api/moveApi';
import { useClearBonusMutation } from '../../api/rewardApi';
import { isProblem, type Problem } from '../../api/transport/problem';
import type { Grant, GrantEnd, TransferAnswer } from '../../api/types';
import { isZero } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Modal } from '../../ui/dialog/Modal';
import { Asked } from '../../ui/display/Asked';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';

interface EndGrantProps {
  grant: Grant;
  /** Where the player has an account: their balances decide how it ends. */
  games: readonly string[];
  currency: string;
  onClose: () => void;
}

/** Asks, ends the grant, and says how it ended or why it is still open. */
export function EndGrant({ grant, games, currency, onClose }: EndGrantProps) {
  const t = useText();
  const isAsked = useIsAnyAsked();
  useFreshBalances(games);
  const toast = useToast();
  const money = useMoneyText(currency);
  const [clear] = useClearBonusMutation();
  const ending = useDirectCommand<{ grant: string }, GrantEnd>('bonus.clear', async (_, key) => {
    const answer = await clear(key).unwrap();
    const taken = isZero(answer.taken)
      ? ''
      : ` ${t('bonus.taken', { amount: money(answer.taken) })}`;
    toast.success(`${t('error.BONUS_CLEAR')} · ${t(`bonus.outcome.${answer.outcome}`)}${taken}`);
    onClose();
    return answer;
  });
  const { problem, phase } = ending;
  if (phase === 'unknown') {
    return (
      <ConfirmDialog
        title={t('money.stillProcessing')}
        confirmLabel={t('money.checkAgain')}
        onConfirm={() => ending.send({ grant: grant.id })}
        onCancel={onClose}
      >
        <p>{t('bonus.endUnknown')}</p>
      </ConfirmDialog>
    );
  }
  if (isProblem(problem) && problem.code === 'BONUS_CONDITION') {
    return <NotYet problem={problem} currency={currency} onClose={onClose} />;
  }
  if (isProblem(problem) && problem.code === 'BONUS_COLLECT_FIRST') {
    return <CollectFirst problem={problem} currency={currency} onClose={onClose} />;
  }
  if (problem !== null) {
    return <ErrorDialog title={t('bonus.endFailed')} error={problem} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={t('bonus.end')}
      danger
      confirmLabel={t('bonus.end')}
      busy={phase === 'sending'}
      onConfirm={() => ending.send({ grant: grant.id })}
      onCancel={onClose}
    >
      <Notice tone="caution">
        <ul className="list-disc space-y-1 ps-4">
          <li>{t('bonus.endWarn1')}</li>
          <li>{t('bonus.endWarn2')}</li>
        </ul>
      </Notice>
      <div className="mt-3">
        <FigureList>
          <Figure label={t('bonus.total')}>
            <Asked isAsked={isAsked}>
              <Money amount={grant.total} currency={currency} />
            </Asked>
          </Figure>
        </FigureList>
      </div>
    </ConfirmDialog>
  );
}

interface RefusedProps {
  problem: Problem;
  currency: string;
  onClose: () => void;
}

const FIGURES = [
  ['total', 'bonus.total'],
  ['successFrom', 'bonus.wonFrom'],
  ['failTo', 'bonus.lostTo'],
] as const;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The figures on which the server has based its decision. */
function NotYet({ problem, currency, onClose }: RefusedProps) {
  const t = useText();
  const data = problem.data ?? {};
  const needed = textOf(data.turnoverNeeded);
  const turnover = textOf(data.turnover);
  return (
    <Modal
      title={t('bonus.endFailed')}
      role="alertdialog"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.ok')}</Button>}
    >
      <p className="mb-4">{t('error.BONUS_CONDITION')}</p>
      <FigureList>
        {FIGURES.map(([name, label]) => {
          const amount = textOf(data[name]);
          return (
            amount !== null && (
              <Figure key={name} label={t(label)}>
                <Money amount={amount} currency={currency} />
              </Figure>
            )
          );
        })}
        {needed !== null && !isZero(needed) && (
          <Figure label={t('bonus.turnover')}>
            <Money amount={turnover ?? '0'} currency={currency} /> /{' '}
            <Money amount={needed} currency={currency} />
          </Figure>
        )}
      </FigureList>
    </Modal>
  );
}

/** What goes back must be in the main wallet first: one button moves everything there. */
function CollectFirst({ problem, currency, onClose }: RefusedProps) {
  const t = useText();
  const toast = useToast();
  const money = useMoneyText(currency);
  const [transferAll] = useTransferAllMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const collecting = useDirectCommand<{ to: string }, TransferAnswer>(
    'collect',
    async (transferAllRequest, key) => {
      const answer = await transferAll({ transferAllRequest, 'Idempotency-Key': key }).unwrap();
      if (answer.status === 'FAILED') setFailure(t('bonus.collectFailed'));
      else {
        toast.success(t(answer.status === 'SUCCESS' ? 'bonus.collected' : 'transfer.pending'));
        onClose();
      }
      return answer;
    },
  );
  const amount = textOf(problem.data?.amount);
  const refusal = collecting.problem ?? failure;
  if (refusal !== null) return <ErrorDialog error={refusal} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('bonus.collectTitle')}
      confirmLabel={t(collecting.phase === 'unknown' ? 'money.checkAgain' : 'bonus.collect')}
      busy={collecting.phase === 'sending'}
      onConfirm={() => collecting.send({ to: 'WALLET' })}
      onCancel={onClose}
    >
      <p>
        {amount === null
          ? t('error.BONUS_COLLECT_FIRST')
          : t('bonus.collectDetail', { amount: money(amount) })}
      </p>
      {collecting.phase === 'unknown' && (
        <p role="status" className="mt-3 font-medium text-caution">
          {t('money.stillProcessing')}
        </p>
      )}
    </ConfirmDialog>
  );
}
