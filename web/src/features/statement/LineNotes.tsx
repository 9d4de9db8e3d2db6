import { useIntl } from 'react-intl';
import type { StatementLine } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { reasonId } from '../../intl/reason';
import { useText } from '../../intl/text';
import { METHODS } from '../../ui/statement/words';

interface LineNotesProps {
  line: StatementLine;
}

/** How a deposit came in; nothing for the other lines. */
export function Method({ line: { statementType, method } }: LineNotesProps) {
  const t = useText();
  const words = method && METHODS[method];
  return statementType === 'deposit' && words ? <span>{t(words)}</span> : null;
}

/** Other ways in have a reference as well, but no picture. */
export function slipOf({ method, slip }: StatementLine): string | undefined {
  return !method || method === 'slip' ? slip?.reference : undefined;
}

/** What a line says apart from its figures: why it waits, why it failed. */
export function LineNotes({ line }: LineNotesProps) {
  const t = useText();
  const intl = useIntl();
  const reason =
    line.reason && line.status === 'FAILED'
      ? reasonId(line.reason, line.statementType, (id) => id in intl.messages)
      : null;
  return (
    <>
      {line.heldUntil && line.status === 'PENDING' && (
        <span className="text-xs font-medium text-caution">
          {t('statement.heldUntil', { until: formatMoment(line.heldUntil) })}
        </span>
      )}
      <GrantOutcomeText line={line} />
      {reason && (
        <span className="text-xs text-negative">{intl.formatMessage({ id: reason })}</span>
      )}
    </>
  );
}

/** How a grant ended, and whether anything went back to the house. */
function GrantOutcomeText({ line }: LineNotesProps) {
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
