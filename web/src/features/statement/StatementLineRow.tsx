import { useState } from 'react';
import type { StatementLine } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import { LineAmount, useActivity } from '../../ui/statement/line';
import { LineNotes, slipOf } from './LineNotes';
import { SlipByReference } from './SlipPicture';

interface StatementLineRowProps {
  line: StatementLine;
}

/** One activity: its type, time, amount, status, and the balance after it. */
export function StatementLineRow({ line }: StatementLineRowProps) {
  const activity = useActivity(line);
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <LineIcon line={line} className="mt-0.5 size-11" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="font-medium">{activity}</p>
            <Moment time={line.createdAt} show="absolute" className="block text-xs text-muted" />
          </div>
          <div className="shrink-0 text-end">
            <LineAmount line={line} />
            <BalanceAfter line={line} />
          </div>
        </div>
        <LineState line={line} />
      </div>
    </li>
  );
}

/** Opens the line's receipt. */
function ReceiptButton({ line }: StatementLineRowProps) {
  const t = useText();
  const dialog = useDialog();
  const activity = useActivity(line);
  const time = formatMoment(line.createdAt);
  return (
    <button
      type="button"
      onClick={() => dialog.open('receipt', { line })}
      aria-label={t('statement.receiptNamed', { activity, time })}
      className="no-print -my-2 ms-auto inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent hover:underline"
    >
      <Icon name="conditions" size={16} />
      {t('statement.receipt')}
    </button>
  );
}

function BalanceAfter({ line }: StatementLineRowProps) {
  const t = useText();
  if (line.balance === null) {
    return <p className="text-xs text-muted">{t('statement.balanceUnchanged')}</p>;
  }
  return (
    <p className="text-xs text-muted">
      {t('statement.balance')} <Money amount={line.balance} currency={line.currency} />
    </p>
  );
}

/** Status, why it failed, and the slip behind it. */
function LineState({ line }: { line: StatementLine }) {
  const t = useText();
  const [isSlipOpen, setIsSlipOpen] = useState(false);
  const reference = slipOf(line);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusBadge status={line.status} />
      <Moment time={line.createdAt} show="relative" className="text-xs text-muted" />
      <LineNotes line={line} />
      {reference && (
        <button
          type="button"
          onClick={() => setIsSlipOpen(true)}
          className="-my-2 inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent hover:underline"
        >
          <Icon name="image" size={16} />
          {t('statement.viewSlip')}
          <span className="sr-only"> {reference}</span>
        </button>
      )}
      <ReceiptButton line={line} />
      {reference && isSlipOpen && (
        <SlipByReference reference={reference} onClose={() => setIsSlipOpen(false)} />
      )}
    </div>
  );
}
