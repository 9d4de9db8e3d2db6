import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Card } from '../../ui/display/Card';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { SelectField } from '../../ui/field/SelectField';
import { useSupportText } from '../intl/text';
import { lineAt, nextOf } from './folding';
import { KIND_GROUPS, KINDS, type KindGroup, kindLabel } from './kinds';
import type { Position } from './position';
import { TimelineLine } from './TimelineLine';
import { useTimeline } from './useTimeline';
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

interface GroupFieldProps {
  group: KindGroup;
  types: readonly string[];
  onChoose: (group: KindGroup) => void;
}

/** The groups of which there are events. */
function GroupField({ group, types, onChoose }: GroupFieldProps) {
  const t = useSupportText();
  const groups = KIND_GROUPS.filter(
    (name) => name === 'all' || KINDS[name].some((kind) => types.includes(kind)),
  );
  return (
    <div className="border-b border-line p-3">
      <h2 className="sr-only">{t('support.timeline.title')}</h2>
      <SelectField
        label={t('support.timeline.title')}
        value={group}
        onChange={(value) => onChoose(value as KindGroup)}
        options={groups.map((value) => ({ value, label: t(kindLabel(value)) }))}
      />
    </div>
  );
}

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

/** The focus follows the shown line, if it was on a line: else the next key would go nowhere. */
function useFocusOn(atLine: number, box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const hadFocus = box.current?.contains(document.activeElement);
    if (!hadFocus) return;
    const timer = setTimeout(() => {
      box.current?.querySelector<HTMLElement>(`[data-index="${atLine}"] button`)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  }, [atLine, box]);
}

type RowList = Virtualizer<HTMLDivElement, Element>;

interface RowListOptions {
  box: RefObject<HTMLDivElement | null>;
  count: number;
  /** The row that is scrolled to; -1 for none. */
  target: number;
  onSee: (first: number, last: number) => void;
}

function useRowList({ box, count, target, onSee }: RowListOptions): RowList {
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_BEYOND,
    initialRect: { width: 300, height: 600 },
    onChange: ({ range }) => {
      if (range) onSee(range.startIndex, range.endIndex);
    },
  });
  useEffect(() => {
    if (target >= 0) list.scrollToIndex(target, { align: 'auto' });
  }, [list, target]);
  return list;
}

interface RowsProps {
  list: RowList;
  count: number;
  children: (index: number) => ReactNode;
}

/** Only the rows in view are drawn; each says its place among all of them. */
function Rows({ list, count, children }: RowsProps) {
  const t = useSupportText();
  return (
    <ol
      aria-label={t('support.timeline.title')}
      className="relative"
      style={{ height: list.getTotalSize() }}
    >
      {list.getVirtualItems().map(({ index, start }) => (
        <li
          key={index}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 border-b border-line"
          style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ol>
  );
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

interface LinesProps extends Omit<TimelineProps, 'types'> {
  group: KindGroup;
}

function Lines({ playerId, total, group, currency, position }: LinesProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ first: Math.max(0, position.at - 1), last: position.at });
  const { unfolded, fold } = useUnfolded();
  const shown = useTimeline(group, total, { playerId, unfolded, ...range });
  const { lines, count } = shown;
  const isWhole = group === 'all';
  const atLine = lineAt(lines, position.at);
  const target = isWhole ? atLine : -1;
  const onSee = (first: number, last: number) => setRange({ first, last });
  const list = useRowList({ box, count, target, onSee });
  useFocusOn(atLine, box);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step && isWhole ? nextOf(lines, atLine, step) : null;
    if (next === null) return;
    event.preventDefault();
    position.goTo(next);
  };

  if (shown.error) return <ProblemState error={shown.error} onRetry={shown.retry} />;
  return (
    <div ref={box} className="h-72 overflow-y-auto overscroll-contain lg:h-[36rem]">
      {count === 0 && !isWhole && <EmptyState icon="filter" title={t('support.timeline.none')} />}
      <Rows list={list} count={count}>
        {(index) => {
          const line = lines[index];
          if (!line) return <Skeleton className="m-3 h-4" />;
          return (
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
          );
        }}
      </Rows>
    </div>
  );
}

export function Timeline({ types, ...props }: TimelineProps) {
  const [group, setGroup] = useState<KindGroup>('all');
  return (
    <Card flush className="flex min-h-0 flex-col overflow-hidden">
      <GroupField group={group} types={types} onChoose={setGroup} />
      <Lines {...props} group={group} />
    </Card>
  );
}
