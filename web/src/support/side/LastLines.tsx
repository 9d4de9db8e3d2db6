import { useIntl } from 'react-intl';
import { formatMoment } from '../../intl/moment';
import { reasonId } from '../../intl/reason';
import { classNames } from '../../ui/display/classNames';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { LineIcon } from '../../ui/statement/LineIcon';
import type { PlayerSide } from '../api/sideApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';

type Line = PlayerSide['lines'][number];

const SIGN = { in: '+', out: '−', none: '' } as const;

/** Why a line has failed, as the player reads it, else as staff does. */
function useReason(): (line: Line) => string | null {
  const intl = useIntl();
  const words = useReplayWords();
  return ({ reason, status, statementType }) => {
    if (!reason || status === 'SUCCESS') return null;
    const staff = words.word(reason);
    if (staff !== reason || status !== 'FAILED') return staff;
    const id = reasonId(reason, statementType, (known) => known in intl.messages);
    return id ? intl.formatMessage({ id }) : reason;
  };
}

function Row({ line }: { line: Line }) {
  const nameOf = useNameOf();
  const words = useReplayWords();
  const reasonOf = useReason();
  const { statementType, status, direction, from, to, amount, currency } = line;
  const reason = reasonOf(line);
  return (
    <li className="flex gap-3 py-2.5">
      <LineIcon line={line} className="mt-0.5 size-9 [&>svg]:size-4.5" />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-2 text-sm">
          <span className="font-medium">{nameOf('support.line', statementType)}</span>
          <span
            className={classNames(
              'tabular font-semibold whitespace-nowrap',
              direction === 'in' && 'text-positive',
              status === 'FAILED' && direction === 'none' && 'text-muted line-through',
            )}
          >
            {SIGN[direction]}
            {moneyText({ amount, currency })}
          </span>
        </p>
        <p className="text-xs text-muted">{`${words.place(from)} → ${words.place(to)}`}</p>
        {reason && <p className="text-xs text-negative">{reason}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <time dateTime={line.createdAt} className="tabular">
            {formatMoment(line.createdAt).slice(0, 16)}
          </time>
          {status !== 'SUCCESS' && <StatusBadge status={status} />}
        </p>
      </div>
    </li>
  );
}

interface LastLinesProps {
  lines: readonly Line[];
  /** What these lines have in common; the last ones where nothing is said. */
  title?: string;
  none?: string;
}

/** What moved last: from where to where, and why not where it failed. */
export function LastLines({ lines, title, none }: LastLinesProps) {
  const t = useSupportText();
  const heading = title ?? t('support.player.lines');
  return (
    <section aria-label={heading}>
      <h3 className="text-sm font-semibold">{heading}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{none ?? t('support.player.noLines')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}
