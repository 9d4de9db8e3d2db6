import type { TransferBody } from '../../api/command/transferCommand';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useReason } from '../../intl/transferProblem';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import type { Refusal } from './refusal';

interface RefusedTransferProps {
  refusal: Refusal;
  currency: string;
  nameOf: (code: string) => string;
  onSend: (body: TransferBody) => void;
  onClose: () => void;
}

/** Why the game refused, what it holds now, and one button that moves that. */
export function RefusedTransfer({ refusal, currency, nameOf, ...on }: RefusedTransferProps) {
  const t = useText();
  const reason = useReason()(refusal.reason);
  const amount = moneyText(refusal.amount, currency);
  const holds = t('transfer.gameHolds', { name: nameOf(refusal.code), amount });
  const { instead } = refusal;
  const title = t('transfer.failed');
  if (!instead) {
    const words = reason ? `${reason}. ${holds}` : holds;
    return <ErrorDialog title={title} error={words} onClose={on.onClose} />;
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('transfer.instead', { amount })}
      onConfirm={() => on.onSend(instead)}
      onCancel={on.onClose}
    >
      <p>{reason ?? t('transfer.stillInGame')}</p>
      <p className="mt-2 font-semibold">{holds}</p>
    </ConfirmDialog>
  );
}
