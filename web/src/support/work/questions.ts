/** What may be decided about each kind of work, and what has to be said with it. */
import type { TextValues } from '../../intl/text';
import type { SelectOption } from '../../ui/field/SelectField';
import type { BankReceipt, WorkItem } from '../api/workApi';
import type { SupportMessageId } from '../intl/messages';
import { moneyText } from '../replay/words';
import type { Question } from './DecideDialog';

type Text = (id: SupportMessageId, values?: TextValues) => string;

/** The reasons for a refused slip that the player can be shown. */
export const SLIP_CODES = [
  'NOT_MATCH',
  'INVALID_SLIP',
  'SLIP_REFNO_DUPLICATED',
  'DEST_ACC_INVALID',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
];

export function rejectSlip(t: Text, id: string, codes: SelectOption[]): Question {
  const label = t('support.work.told');
  return {
    title: t('support.work.reject'),
    path: `work/slips/${id}/reject`,
    fields: [{ name: 'code', label, options: codes, value: codes[0]?.value ?? '' }],
    isDanger: true,
  };
}

/** Staff have sent the money back at the bank: what is recorded of it ends the slip. */
export function slipReturn(t: Text, id: string): Question {
  return {
    title: t('support.work.recordReturn'),
    path: `work/slips/${id}/return`,
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
    lead: t('support.work.withdrawLead'),
    isDanger: true,
  };
}

/** A receipt of the bank's list is named as it is there; nothing is left to be typed. */
export function matchReceipt(t: Text, id: string, receipt: BankReceipt): Question {
  const { reference, depositAccount } = receipt;
  return {
    title: t('support.work.accept'),
    path: `work/manual/${id}/accept`,
    body: { reference, depositAccount },
    isWide: true,
  };
}

/** The payment that staff have found elsewhere, e.g. in the bank's own program. */
export function referenceByHand(t: Text, { id, currency }: WorkItem): Question {
  return {
    title: t('support.work.accept'),
    path: `work/manual/${id}/accept`,
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
export function rejectDeposit(t: Text, id: string): Question {
  return { title: t('support.work.reject'), path: `work/manual/${id}/reject`, isDanger: true };
}

/** A held withdrawal is paid, or its money goes back to the wallet. */
export function withdrawalQuestions(t: Text, { id, amount, currency }: WorkItem): Question[] {
  const path = `work/withdrawals/${id}`;
  const money = { amount: amount && currency ? moneyText({ amount, currency }) : '' };
  return [
    { title: t('support.work.release'), path: `${path}/release` },
    { title: t('support.work.return', money), path: `${path}/return`, isDanger: true },
  ];
}
