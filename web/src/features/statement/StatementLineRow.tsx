import { useState } from 'react';
import type { StatementLine } from '../../api/types';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import { LineAmount } from '../../ui/statement/line';
import { LineNotes, slipOf } from './LineNotes';
import { SlipByReference } from './SlipPicture';
import { useReceipt } from './useReceipt';

interface StatementLineRowProps {
  line: StatementLine;
}

/** One activity on a phone: a press on it opens its receipt, as its shield does for the keyboard. */
export function StatementLineRow({ line }: StatementLineRowProps) {
  const { activity, time, label, open, onPress } = useReceipt(line);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the shield does the same for the keyboard.
    <li onClick={onPress} className="flex cursor-pointer gap-3 py-3 ps-4 pe-2 hover:bg-sunken/60">
      <LineIcon line={line} className="mt-0.5 size-10" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 text-sm font-medium">{activity}</p>
          <div className="shrink-0">
            <LineAmount line={line} />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
          <time dateTime={line.createdAt} title={time} className="tabular">
            {time.slice(-8)}
          </time>
          <BalanceAfter line={line} />
        </div>
        <LineState line={line} />
      </div>
      {/* Each line has a proof; whether it holds is said where the line is opened. */}
      <IconButton
        icon="shield"
        label={label}
        onClick={open}
        className="no-print self-center text-accent"
      />
    </li>
  );
}

function BalanceAfter({ line }: StatementLineRowProps) {
  const t = useText();
  if (line.balance === null) return t('statement.balanceUnchanged');
  return (
    <span>
      {t('statement.balance')} <Money amount={line.balance} currency={line.currency} />
    </span>
  );
}

/** What is not as usual: the status, why it waits or failed, how it came, and the slip. */
function LineState({ line }: { line: StatementLine }) {
  const t = useText();
  const [isSlipOpen, setIsSlipOpen] = useState(false);
  const reference = slipOf(line);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
      {line.status !== 'SUCCESS' && <StatusBadge status={line.status} />}
      <LineNotes line={line} />
      {reference && (
        <button
          type="button"
          onClick={() => setIsSlipOpen(true)}
          className="-my-1.5 inline-flex min-h-11 items-center gap-1 text-sm font-medium text-accent hover:underline"
        >
          <Icon name="image" size={16} />
          {t('statement.viewSlip')}
          <span className="sr-only"> {reference}</span>
        </button>
      )}
      {reference && isSlipOpen && (
        <SlipByReference reference={reference} onClose={() => setIsSlipOpen(false)} />
      )}
    </div>
  );
}
