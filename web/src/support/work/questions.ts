/** What may be decided about each kind of work, and what has to be said with it. */
import type { SelectOption } from '../../ui/field/SelectField';
import type { BankReceipt, WorkItem } from '../api/workApi';
import { moneyText } from '../replay/words';
import type { Question } from './DecideDialog';
import { credited, type Text } from './done';

const nameIn = ({ player: { name } }: WorkItem) => ({ name });

/** The reasons for a refused slip that the player can be shown. */
export const SLIP_CODES = [
  'NOT_MATCH',
  'INVALID_SLIP',
  'SLIP_REFNO_DUPLICATED',
  'DEST_ACC_INVALID',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
];

export function rejectSlip(t: Text, item: WorkItem, codes: SelectOption[]): Question {
  const label = t('support.work.told');
  return {
    title: t('support.work.reject'),
    path: `work/slips/${item.id}/reject`,
    done: t('support.done.slipRejected', nameIn(item)),
    fields: [{ name: 'code', label, options: codes, value: codes[0]?.value ?? '' }],
    isDanger: true,
  };
}

/** Staff have sent the money back at the bank: what is recorded of it ends the slip. */
export function slipReturn(t: Text, item: WorkItem): Question {
  return {
    title: t('support.work.recordReturn'),
    path: `work/slips/${item.id}/return`,
    done: t('support.done.slipReturned', nameIn(item)),
    lead: t('support.work.recordReturnLead'),
    fields: [{ name: 'reference', label: t('support.work.returnReference'), isNeeded: true }],
    isDanger: true,
  };
}

/** Who asked for a second person's agreement takes the question back. */
export function withdrawal(t: Text, decisionId: string): Question {
  return {
    title: t('support.work.withdraw'),
    path: `approvals/${decisionId}/withdraw`,
    done: t('support.done.withdrawn'),
    lead: t('support.work.withdrawLead'),
    isDanger: true,
  };
}

/** A receipt of the bank's list is named as it is there; nothing is left to be typed. */
export function matchReceipt(t: Text, { id, player }: WorkItem, receipt: BankReceipt): Question {
  const { reference, depositAccount, amount, currency } = receipt;
  return {
    title: t('support.work.accept'),
    path: `work/manual/${id}/accept`,
    done: credited(t, { amount, currency, name: player.name }),
    body: { reference, depositAccount },
    isWide: true,
  };
}

/** The payment that staff have found elsewhere, e.g. in the bank's own program. */
export function referenceByHand(t: Text, { id, amount, currency, player }: WorkItem): Question {
  return {
    title: t('support.work.accept'),
    path: `work/manual/${id}/accept`,
    done: credited(t, { amount: amount ?? '', currency: currency ?? '', name: player.name }),
    fields: [
      { name: 'reference', label: t('support.work.bankReference'), isNeeded: true },
      {
        name: 'depositAccount',
        label: t('support.work.depositAccount'),
        accountOf: currency ?? '',
        isNeeded: true,
      },
    ],
  };
}

/** The money of an announced deposit has not come in. */
export function rejectDeposit(t: Text, item: WorkItem): Question {
  return {
    title: t('support.work.reject'),
    path: `work/manual/${item.id}/reject`,
    done: t('support.done.depositRejected', nameIn(item)),
    isDanger: true,
  };
}

/** A held withdrawal is paid, or its money goes back to the wallet. */
export function withdrawalQuestions(t: Text, item: WorkItem): Question[] {
  const { id, amount, currency } = item;
  const path = `work/withdrawals/${id}`;
  const money = { amount: amount && currency ? moneyText({ amount, currency }) : '' };
  const said = { ...money, ...nameIn(item) };
  return [
    {
      title: t('support.work.release'),
      path: `${path}/release`,
      done: t('support.done.released', said),
    },
    {
      title: t('support.work.return', money),
      path: `${path}/return`,
      done: t('support.done.returned', said),
      isDanger: true,
    },
  ];
}
