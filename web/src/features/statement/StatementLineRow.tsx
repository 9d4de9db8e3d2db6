import { useState } from 'react';
import type { StatementLine } from '../../api/types';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import { isReturn, LineAmount, useKind, useOtherEnd } from '../../ui/statement/line';
import { LineNotes, Method, slipOf } from './LineNotes';
import { SlipByReference } from './SlipPicture';
import { useReceipt } from './useReceipt';

interface StatementLineRowProps {
  line: StatementLine;
}

/** One activity on a phone, in three lines where nothing is unusual; all of it opens its receipt. */
export function StatementLineRow({ line }: StatementLineRowProps) {
  const { activity, label, open, onPress } = useReceipt(line);
  const kind = useKind(line);
  const end = useOtherEnd(line);
  const isBack = isReturn(line);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same for the keyboard.
    <li onClick={onPress} className="flex cursor-pointer gap-3 px-4 py-3 hover:bg-sunken/60">
      <LineIcon line={line} className="mt-0.5 size-10" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <button type="button" onClick={open} className="min-w-0 text-start text-sm font-medium">
              {isBack ? activity : kind}
              <span className="sr-only"> {label}</span>
            </button>
            <StatusBadge status={line.status} />
          </div>
          <div className="shrink-0">
            <LineAmount line={line} />
          </div>
        </div>
        <div className="flex items-baseline justify-between gap-x-3 text-xs text-muted">
          <p className="flex min-w-0 flex-wrap gap-x-1 *:not-last:after:content-['_·']">
            {end && !isBack && <span>{end}</span>}
            <Method line={line} />
          </p>
          <BalanceAfter line={line} />
        </div>
        <Moment time={line.createdAt} className="text-xs text-muted" />
        <LineState line={line} />
      </div>
    </li>
  );
}

function BalanceAfter({ line }: StatementLineRowProps) {
  const t = useText();
  if (line.balance === null) return t('statement.balanceUnchanged');
  return (
    <span className="shrink-0">
      <span className="sr-only">{t('statement.balance')} </span>
      <Money amount={line.balance} currency={line.currency} />
    </span>
  );
}

/** What is not as usual: why it waits or failed, and the slip. */
function LineState({ line }: { line: StatementLine }) {
  const t = useText();
  const [isSlipOpen, setIsSlipOpen] = useState(false);
  const reference = slipOf(line);
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
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
