import type { KeyboardEvent } from 'react';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { IconButton } from '../../ui/display/IconButton';
import { Skeleton } from '../../ui/feedback/Skeleton';
import type { TimelineEvent } from '../api/types';
import { useSupportText } from '../intl/text';
import { type HistoryLine, targetOf, transferChange } from './folding';
import { moneyText, type ReplayWords } from './words';

interface TimelineLineProps {
  line: HistoryLine;
  event: TimelineEvent | undefined;
  isShown: boolean;
  isUnfolded: boolean;
  currency: string;
  words: ReplayWords;
  onPick: (sequence: number) => void;
  /** Folds and unfolds a transfer. */
  onFold: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function detailOf({ type, summary }: TimelineEvent, words: ReplayWords): string {
  const { from, to, game, account, reason } = summary;
  if (type.startsWith('Transfer') && from && to) return `${words.place(from)} → ${words.place(to)}`;
  if (game) return words.place(game);
  if (from) return from;
  if (reason) return words.word(reason);
  return account ? words.account(account) : '';
}

/** What the event, or the whole transfer, has changed. */
function changeOf({ transfer }: HistoryLine, { summary }: TimelineEvent): string | null {
  return transfer ? transferChange(summary, transfer.last) : (summary.change ?? null);
}

/** The amount with its sign; without a sign if none of the player's money has moved. */
function Amount({
  line,
  event,
  currency,
}: Pick<TimelineLineProps, 'line' | 'currency'> & { event: TimelineEvent }) {
  const { amount, account } = event.summary;
  const change = changeOf(line, event);
  const unit = event.summary.currency ?? currency;
  const changed = { amount: change ?? '', currency: account === 'coins' ? 'COIN' : currency };
  return (
    <span
      className={classNames(
        'tabular shrink-0 text-end whitespace-nowrap',
        change && !change.startsWith('-') && 'text-positive',
        !change && 'text-muted',
      )}
    >
      {change ? moneyText(changed, true) : amount ? moneyText({ amount, currency: unit }) : ''}
    </span>
  );
}

export function TimelineLine(props: TimelineLineProps) {
  const { line, event, isShown, isUnfolded, currency, words, onPick, onFold, onKeyDown } = props;
  const t = useSupportText();
  if (!event) {
    return (
      <span className="flex h-full items-center gap-3 px-3">
        <Skeleton className="h-4 w-full" />
      </span>
    );
  }
  // One stop for the whole list: the arrow keys move within it.
  const tabIndex = isShown ? 0 : -1;
  const hasSteps = line.transfer !== null && line.transfer.steps.length > 1;
  return (
    <div className={classNames('flex size-full items-center', isShown && 'bg-accent-soft')}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={isShown ? 'true' : undefined}
        onClick={() => onPick(targetOf(line))}
        onKeyDown={onKeyDown}
        className={classNames(
          'flex h-full min-w-0 flex-1 items-center gap-3 px-3 text-start text-sm focus-visible:-outline-offset-2',
          !isShown && 'hover:bg-sunken',
          line.isStep && 'ps-6',
        )}
      >
        <span className="tabular w-12 shrink-0 text-end text-xs text-muted">{line.sequence}</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            <span className="font-medium">{words.event(line.transfer?.last ?? event.type)}</span>{' '}
            <span className="text-xs text-muted">{detailOf(event, words)}</span>
          </span>
          <span className="tabular block text-xs text-muted">{formatMoment(event.at)}</span>
        </span>
        <Amount line={line} event={event} currency={currency} />
      </button>
      {hasSteps && (
        <IconButton
          icon="chevronDown"
          label={t('support.timeline.steps')}
          tabIndex={isUnfolded ? 0 : tabIndex}
          aria-expanded={isUnfolded}
          onClick={onFold}
          className={classNames('text-muted', isUnfolded && 'rotate-180')}
        />
      )}
    </div>
  );
}
