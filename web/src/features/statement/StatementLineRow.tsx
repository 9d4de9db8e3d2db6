import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { StatementLine } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { reasonId } from '../../intl/reason';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import { LineAmount, useActivity } from '../../ui/statement/line';
import { METHODS } from '../../ui/statement/words';
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

/** How a grant ended, and whether anything went back to the house. */
function GrantOutcomeText({ line }: StatementLineRowProps) {
  const t = useText();
  const { outcome } = line;
  if (!outcome) return null;
  const isTaken = line.direction === 'out' && !isZero(line.amount);
  return (
    <span className="text-xs text-muted">
      {t(`bonus.outcome.${outcome}`)}
      {isTaken && ` · ${t('statement.takenBack')}`}
    </span>
  );
}

/** Status, why it failed, and the slip behind it. */
function LineState({ line }: { line: StatementLine }) {
  const t = useText();
  const intl = useIntl();
  const [isSlipOpen, setIsSlipOpen] = useState(false);
  // Other ways in have a reference as well, but no picture.
  const isSlip = !line.method || line.method === 'slip';
  const method = line.method && METHODS[line.method];
  const reference = isSlip ? line.slip?.reference : undefined;
  const reason =
    line.reason && line.status === 'FAILED'
      ? reasonId(line.reason, line.statementType, (id) => id in intl.messages)
      : null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusBadge status={line.status} />
      <Moment time={line.createdAt} show="relative" className="text-xs text-muted" />
      {line.statementType === 'deposit' && method && (
        <span className="text-xs text-muted">{t(method)}</span>
      )}
      {line.heldUntil && line.status === 'PENDING' && (
        <span className="text-xs font-medium text-caution">
          {t('statement.heldUntil', { until: formatMoment(line.heldUntil) })}
        </span>
      )}
      <GrantOutcomeText line={line} />
      {reason && (
        <span className="text-xs text-negative">{intl.formatMessage({ id: reason })}</span>
      )}
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
