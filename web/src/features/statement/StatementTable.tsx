import { useState } from 'react';
import type { StatementLine } from '../../api/types';
import { useText } from '../../intl/text';
import { IconButton } from '../../ui/display/IconButton';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import { isReturn, LineAmount, useKind } from '../../ui/statement/line';
import { usePlaceName } from '../../ui/statement/usePlaceName';
import { DayName } from './DayName';
import { dayGroups } from './days';
import { LineNotes, Method, slipOf } from './LineNotes';
import { SlipByReference } from './SlipPicture';
import { useReceipt } from './useReceipt';

interface StatementTableProps {
  lines: readonly StatementLine[];
}

/** The statement on a desktop: the same lines as on a phone, as a table with a group for each day. */
export function StatementTable({ lines }: StatementTableProps) {
  const t = useText();
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted *:px-3 *:py-2 *:text-start *:font-medium">
          <th scope="col" className="ps-5!">
            {t('statement.time')}
          </th>
          <th scope="col">{t('statement.activity')}</th>
          <th scope="col">{t('statement.route')}</th>
          <th scope="col" className="text-end!">
            {t('common.amount')}
          </th>
          <th scope="col" className="text-end!">
            {t('statement.balance')}
          </th>
          <th scope="col" className="pe-5! text-end!">
            {t('statement.receipt')}
          </th>
        </tr>
      </thead>
      {dayGroups(lines).map(({ day, lines: group }) => (
        <tbody key={group[0]?.id}>
          <tr className="bg-sunken/60">
            <th
              scope="rowgroup"
              colSpan={COLUMNS}
              className="tabular px-5 py-1.5 text-start text-xs font-semibold text-muted"
            >
              <DayName day={day} />
            </th>
          </tr>
          {group.map((line) => (
            <TableLine key={line.id} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const COLUMNS = 6;
/** A press on the row opens the receipt, as its button does for the keyboard. */
function TableLine({ line }: { line: StatementLine }) {
  const t = useText();
  const [isSlipOpen, setIsSlipOpen] = useState(false);
  const { activity, label, open, onPress } = useReceipt(line);
  const kind = useKind(line);
  const reference = slipOf(line);
  return (
    <tr
      onClick={onPress}
      className="cursor-pointer border-b border-line transition-colors last:border-b-0 *:h-16 *:px-3 *:py-2 hover:bg-sunken/60"
    >
      <td className="ps-5! text-xs text-muted">
        <Moment time={line.createdAt} show="absolute" className="block" />
        <Moment time={line.createdAt} show="relative" />
      </td>
      <td>
        <div className="flex items-center gap-3">
          <LineIcon line={line} className="size-10 max-xl:hidden" />
          <div className="flex flex-col">
            <span className="flex flex-wrap items-center gap-x-2 font-medium">
              {isReturn(line) ? activity : kind}
              <StatusBadge status={line.status} />
            </span>
            <span className="text-xs text-muted empty:hidden">
              <Method line={line} />
            </span>
            <LineNotes line={line} />
          </div>
        </div>
      </td>
      <td>
        <Route line={line} />
      </td>
      <td className="text-end">
        <LineAmount line={line} />
      </td>
      <td className="text-end">
        <BalanceAfter line={line} />
      </td>
      <td className="pe-3! text-end whitespace-nowrap">
        {reference && (
          <IconButton
            icon="image"
            label={`${t('statement.viewSlip')} ${reference}`}
            onClick={() => setIsSlipOpen(true)}
            className="text-accent"
          />
        )}
        <IconButton icon="shield" label={label} onClick={open} className="text-accent" />
        {reference && isSlipOpen && (
          <SlipByReference reference={reference} onClose={() => setIsSlipOpen(false)} />
        )}
      </td>
    </tr>
  );
}

/** From where to where. What the house grants or corrects has no way that a player knows. */
function Route({ line: { statementType, from, to } }: { line: StatementLine }) {
  const place = usePlaceName();
  if (statementType !== 'deposit' && statementType !== 'withdraw' && statementType !== 'transfer') {
    return <span aria-hidden="true">–</span>;
  }
  return (
    <>
      {place(from)} <span className="text-muted">→</span> {place(to)}
    </>
  );
}

function BalanceAfter({ line }: { line: StatementLine }) {
  const t = useText();
  if (line.balance !== null) return <Money amount={line.balance} currency={line.currency} />;
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('statement.balanceUnchanged')}</span>
    </span>
  );
}
