import { createPortal } from 'react-dom';
import type { StatementLine } from '../../../api/types';
import { formatMoment } from '../../../intl/moment';
import { useText } from '../../../intl/text';
import { Money } from '../../../ui/display/Money';
import { StatusBadge } from '../../../ui/display/StatusBadge';
import { LineAmount, useActivity } from '../../../ui/statement/line';
import type { StatementFilter } from '../statementQuery';
import { PrintHead } from './PrintHead';
import { PRINT_LINES_MAX, type PrintedLines } from './readLines';

interface PrintSheetProps {
  filter: StatementFilter;
  printed: PrintedLines;
}

/**
 * The sheet that is printed instead of the page; the screen never shows it. It contains amounts
 * even while the screen hides them: a player who hides them is asked before.
 */
export function PrintSheet({ filter, printed: { lines, total } }: PrintSheetProps) {
  const t = useText();
  return createPortal(
    <article className="print-sheet">
      <PrintHead filter={filter} />
      {total > lines.length && (
        <p className="mb-3 text-sm font-semibold">
          {t('statement.print.cut', { n: PRINT_LINES_MAX, total })}
        </p>
      )}
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr className="border-b border-edge *:px-1 *:py-1.5 *:text-start">
            <th scope="col">{t('common.date')}</th>
            <th scope="col">{t('statement.print.activity')}</th>
            <th scope="col">{t('common.status')}</th>
            <th scope="col" className="text-end!">
              {t('common.amount')}
            </th>
            <th scope="col" className="text-end!">
              {t('statement.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <PrintedLine key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-muted">{t('statement.total', { n: lines.length })}</p>
    </article>,
    document.body,
  );
}

function PrintedLine({ line }: { line: StatementLine }) {
  const activity = useActivity(line);
  return (
    <tr className="border-b border-line align-top *:px-1 *:py-1.5">
      <td className="tabular whitespace-nowrap">{formatMoment(line.createdAt)}</td>
      <td>{activity}</td>
      <td>
        <StatusBadge status={line.status} />
      </td>
      <td className="text-end">
        <LineAmount line={line} alwaysShown />
      </td>
      <td className="text-end">
        {line.balance === null ? (
          '–'
        ) : (
          <Money amount={line.balance} currency={line.currency} alwaysShown />
        )}
      </td>
    </tr>
  );
}
