import { Link } from 'wouter';
import { useGetStatementQuery } from '../../../api/statementApi';
import type { StatementLine } from '../../../api/types';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { Moment } from '../../../ui/display/Moment';
import { StatusBadge } from '../../../ui/display/StatusBadge';
import { ProblemState } from '../../../ui/feedback/States';
import { LineIcon } from '../../../ui/statement/LineIcon';
import { LineAmount, useActivity } from '../../../ui/statement/line';
import { LinesFrame } from './LinesFrame';

/** What happened to the money last; a line opens its receipt. */
export default function LastLines({ count }: { count: number }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useGetStatementQuery(
    { page: 1, limit: count },
    { refetchOnMountOrArgChange: true },
  );
  const all = (
    <Link
      href="/user/statement"
      aria-label={`${t('home.seeAll')}: ${t('home.lines')}`}
      className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent hover:underline"
    >
      {t('home.seeAll')}
    </Link>
  );
  if (!data) {
    return (
      <LinesFrame count={count} action={all}>
        {error && <ProblemState error={error} busy={isFetching} onRetry={refetch} />}
      </LinesFrame>
    );
  }
  if (data.statements.length === 0) {
    return (
      <LinesFrame count={count}>
        <div className="flex grow items-center gap-3 px-4 pb-4 lg:flex-col lg:justify-center lg:text-center">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
            <Icon name="statement" size={22} />
          </span>
          <p className="text-sm text-muted">{t('statement.emptyDetail')}</p>
        </div>
      </LinesFrame>
    );
  }
  return (
    <LinesFrame count={count} action={all}>
      <ul className="divide-y divide-line">
        {data.statements.map((line) => (
          <LastLine key={line.id} line={line} />
        ))}
      </ul>
    </LinesFrame>
  );
}

function LastLine({ line }: { line: StatementLine }) {
  const t = useText();
  const dialog = useDialog();
  const activity = useActivity(line);
  const isDone = line.status === 'SUCCESS';
  return (
    <li className="h-19">
      <button
        type="button"
        onClick={() => dialog.open('receipt', { line })}
        className="flex h-full w-full items-center gap-3 px-4 text-start transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <LineIcon line={line} className="size-10 lg:max-xl:hidden" />
        <span className="min-w-0 flex-1 space-y-0.5">
          <span
            className={classNames(
              'text-sm leading-snug font-medium',
              isDone ? 'line-clamp-2' : 'line-clamp-1',
            )}
          >
            {activity}
          </span>
          <Moment
            time={line.createdAt}
            show="day"
            className="block truncate py-px text-xs text-muted"
          />
          {!isDone && <StatusBadge status={line.status} />}
        </span>
        <span className="shrink-0 text-sm">
          <LineAmount line={line} />
        </span>
        <span className="sr-only">{t('statement.receipt')}</span>
      </button>
    </li>
  );
}
