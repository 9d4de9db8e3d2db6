import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { SelectField } from '../../ui/field/SelectField';
import type { TimelineEvent } from '../api/types';
import { useSupportText } from '../intl/text';
import { KIND_GROUPS, KINDS, type KindGroup, kindLabel } from './kinds';
import type { Position } from './position';
import { useFilteredTimeline, useWholeTimeline } from './useTimeline';
import { moneyText, type ReplayWords, useReplayWords } from './words';

const ROW_PX = 60;
const ROWS_BEYOND = 8;

interface LineProps {
  line: TimelineEvent | undefined;
  isShown: boolean;
  currency: string;
  words: ReplayWords;
  onPick: (sequence: number) => void;
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

function Line({ line, isShown, currency, words, onPick, onKeyDown }: LineProps) {
  if (!line) {
    return (
      <span className="flex h-full items-center gap-3 px-3">
        <Skeleton className="h-4 w-full" />
      </span>
    );
  }
  const { change, amount, account } = line.summary;
  const unit = line.summary.currency ?? currency;
  const isLess = change?.startsWith('-');
  const changed = { amount: change ?? '', currency: account === 'coins' ? 'COIN' : currency };
  return (
    <button
      type="button"
      // One stop for the whole list: the arrow keys move within it.
      tabIndex={isShown ? 0 : -1}
      aria-current={isShown ? 'true' : undefined}
      onClick={() => onPick(line.sequence)}
      onKeyDown={onKeyDown}
      className={classNames(
        'flex size-full items-center gap-3 px-3 text-start text-sm focus-visible:-outline-offset-2',
        isShown ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="tabular w-12 shrink-0 text-end text-xs text-muted">{line.sequence}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <span className="font-medium">{words.event(line.type)}</span>{' '}
          <span className="text-xs text-muted">{detailOf(line, words)}</span>
        </span>
        <span className="tabular block text-xs text-muted">{formatMoment(line.at)}</span>
      </span>
      <span
        className={classNames(
          'tabular shrink-0 text-end whitespace-nowrap',
          change && !isLess && 'text-positive',
          !change && 'text-muted',
        )}
      >
        {change ? moneyText(changed, true) : amount ? moneyText({ amount, currency: unit }) : ''}
      </span>
    </button>
  );
}

interface TimelineProps {
  playerId: string;
  total: number;
  /** Every type of event that there is. */
  types: readonly string[];
  currency: string;
  position: Position;
}

export function Timeline({ playerId, total, types, currency, position }: TimelineProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const [group, setGroup] = useState<KindGroup>('all');
  const [range, setRange] = useState({ first: Math.max(0, position.at - 1), last: position.at });
  const box = useRef<HTMLDivElement>(null);
  const kinds: readonly string[] = KINDS[group];
  const groups = KIND_GROUPS.filter(
    (name) => name === 'all' || KINDS[name].some((kind) => types.includes(kind)),
  );
  const isWhole = group === 'all';
  const wanted = { playerId, ...range };
  const whole = useWholeTimeline(total, wanted, isWhole);
  const filtered = useFilteredTimeline(kinds, wanted, !isWhole);
  const lines = isWhole ? whole : filtered;

  const list = useVirtualizer({
    count: lines.count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_BEYOND,
    initialRect: { width: 300, height: 600 },
    onChange: ({ range: seen }) => {
      if (seen) setRange({ first: seen.startIndex, last: seen.endIndex });
    },
  });

  const at = position.at;
  const shown = isWhole ? at - 1 : -1;
  useEffect(() => {
    if (shown >= 0 && total > 0) list.scrollToIndex(shown, { align: 'auto' });
  }, [list, shown, total]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !isWhole) return;
    event.preventDefault();
    position.goTo(at + step);
  };

  // The focus follows the shown line, if it was on a line: else the next key would go nowhere.
  useEffect(() => {
    const hadFocus = box.current?.contains(document.activeElement);
    if (!hadFocus) return;
    const timer = setTimeout(() => {
      box.current?.querySelector<HTMLElement>(`[data-index="${at - 1}"] button`)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  }, [at]);

  return (
    <Card flush className="flex min-h-0 flex-col overflow-hidden">
      <div className="border-b border-line p-3">
        <h2 className="sr-only">{t('support.timeline.title')}</h2>
        <SelectField
          label={t('support.timeline.title')}
          value={group}
          onChange={(value) => setGroup(value as KindGroup)}
          options={groups.map((value) => ({ value, label: t(kindLabel(value)) }))}
        />
      </div>
      {lines.error ? (
        <ProblemState error={lines.error} onRetry={lines.retry} />
      ) : (
        <div ref={box} className="h-72 overflow-y-auto overscroll-contain lg:h-[36rem]">
          {lines.count === 0 && !isWhole && (
            <EmptyState icon="filter" title={t('support.timeline.none')} />
          )}
          <ol
            aria-label={t('support.timeline.title')}
            className="relative"
            style={{ height: list.getTotalSize() }}
          >
            {list.getVirtualItems().map(({ index, start }) => {
              const line = lines.lineAt(index);
              return (
                <li
                  key={index}
                  data-index={index}
                  aria-setsize={lines.count}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0 border-b border-line"
                  style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                >
                  <Line
                    line={line}
                    isShown={line?.sequence === at}
                    currency={currency}
                    words={words}
                    onPick={position.goTo}
                    onKeyDown={onKeyDown}
                  />
                </li>
              );
            })}
          </ol>
        </div>
      )}
    </Card>
  );
}
