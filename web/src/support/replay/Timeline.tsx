import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/display/Card';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { SelectField } from '../../ui/field/SelectField';
import { useGetTransfersQuery } from '../api/playersApi';
import type { TransferSteps } from '../api/types';
import { useSupportText } from '../intl/text';
import { lineAt, targetOf } from './folding';
import { KIND_GROUPS, KINDS, type KindGroup, kindLabel } from './kinds';
import type { Position } from './position';
import { TimelineLine } from './TimelineLine';
import { useFilteredTimeline, useWholeTimeline } from './useTimeline';
import { useReplayWords } from './words';

const ROW_PX = 60;
const ROWS_BEYOND = 8;

interface TimelineProps {
  playerId: string;
  total: number;
  /** Every type of event that there is. */
  types: readonly string[];
  currency: string;
  position: Position;
}

const NONE: TransferSteps[] = [];

/** The transfers that are unfolded, by the events that started them. */
function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const fold = (sequence: number) => {
    const next = new Set(unfolded);
    if (!next.delete(sequence)) next.add(sequence);
    setUnfolded(next);
  };
  return { unfolded, fold };
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
  const { unfolded, fold } = useUnfolded();
  const {
    data: transfers = NONE,
    error: unread,
    refetch,
  } = useGetTransfersQuery({ id: playerId, total });
  const wanted = { playerId, transfers, unfolded, ...range };
  const whole = useWholeTimeline(total, wanted, isWhole);
  const filtered = useFilteredTimeline(kinds, wanted, !isWhole);
  const shown = isWhole ? whole : filtered;
  const { lines } = shown;

  const list = useVirtualizer({
    count: shown.count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_BEYOND,
    initialRect: { width: 300, height: 600 },
    onChange: ({ range: seen }) => {
      if (seen) setRange({ first: seen.startIndex, last: seen.endIndex });
    },
  });

  const at = position.at;
  const atLine = lineAt(lines, at);
  const scrolled = isWhole ? atLine : -1;
  useEffect(() => {
    if (scrolled >= 0) list.scrollToIndex(scrolled, { align: 'auto' });
  }, [list, scrolled]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !isWhole) return;
    const near = lines[atLine + step];
    // An unfolded transfer leads to its last event, which has its own line.
    const isSame = near?.transfer && unfolded.has(near.sequence);
    const next = isSame ? lines[atLine + 2 * step] : near;
    if (!next) return;
    event.preventDefault();
    position.goTo(targetOf(next));
  };

  // The focus follows the shown line, if it was on a line: else the next key would go nowhere.
  useEffect(() => {
    const hadFocus = box.current?.contains(document.activeElement);
    if (!hadFocus) return;
    const timer = setTimeout(() => {
      box.current?.querySelector<HTMLElement>(`[data-index="${atLine}"] button`)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  }, [atLine]);

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
      {shown.error || unread ? (
        <ProblemState error={shown.error ?? unread} onRetry={unread ? refetch : shown.retry} />
      ) : (
        <div ref={box} className="h-72 overflow-y-auto overscroll-contain lg:h-[36rem]">
          {shown.count === 0 && !isWhole && (
            <EmptyState icon="filter" title={t('support.timeline.none')} />
          )}
          <ol
            aria-label={t('support.timeline.title')}
            className="relative"
            style={{ height: list.getTotalSize() }}
          >
            {list.getVirtualItems().map(({ index, start }) => {
              const line = lines[index];
              return (
                <li
                  key={index}
                  data-index={index}
                  aria-setsize={shown.count}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0 border-b border-line"
                  style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                >
                  {line ? (
                    <TimelineLine
                      line={line}
                      event={shown.eventOf(line.sequence)}
                      isShown={index === atLine}
                      isUnfolded={unfolded.has(line.sequence)}
                      currency={currency}
                      words={words}
                      onPick={position.goTo}
                      onFold={() => fold(line.sequence)}
                      onKeyDown={onKeyDown}
                    />
                  ) : (
                    <Skeleton className="m-3 h-4" />
                  )}
                </li>
              );
            })}
          </ol>
        </div>
      )}
    </Card>
  );
}
