import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../../intl/text';
import { IconButton } from './IconButton';
import { wantsStillness } from './wantsStillness';

interface CarouselProps {
  title: string;
  /** One node a card. */
  children: ReactNode;
  /** The width of a card, by class; three are in view without it. */
  itemClass?: string;
  /** What follows the title, e.g. the way to all of them. */
  action?: ReactNode;
  /** Below which heading of the page it is. */
  level?: 2 | 3;
}

const BUTTONS = 'a[href], button:not(:disabled)';

/** The place of a card that a key leads to, from the one that has the focus. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** From card to card: to the same button of another, or to the first that it has. */
function onCardKey(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  const cards = [...event.currentTarget.children];
  const at = cards.findIndex((card) => card.contains(event.target as Node));
  if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const card = cards[step(at, cards.length - 1)];
  const place = [...(cards[at]?.querySelectorAll(BUTTONS) ?? [])].indexOf(event.target as Element);
  const buttons = card?.querySelectorAll<HTMLElement>(BUTTONS);
  (buttons?.[place] ?? buttons?.[0])?.focus();
}

const THIRD = 'w-[calc((100%-1.5rem)/3)]';

/** Cards side by side; swipe, scroll, or the two buttons move on by a whole view, the arrow keys by a card. */
export function Carousel({ title, children, itemClass = THIRD, action, level = 2 }: CarouselProps) {
  const Heading = `h${level}` as const;
  const t = useText();
  const track = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ atStart: true, atEnd: true });

  const measure = useCallback(() => {
    const element = track.current;
    if (!element) return;
    const atStart = element.scrollLeft <= 4;
    const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 4;
    setEdges((old) => (old.atStart === atStart && old.atEnd === atEnd ? old : { atStart, atEnd }));
  }, []);

  useEffect(() => {
    const element = track.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  const move = (direction: 1 | -1) => {
    const element = track.current;
    element?.scrollBy({
      left: direction * element.clientWidth,
      behavior: wantsStillness() ? 'auto' : 'smooth',
    });
  };
  const isWhole = edges.atStart && edges.atEnd;

  return (
    <section aria-label={title} className="@container min-w-0 flex-1">
      <header className="flex min-h-11 items-center justify-between">
        <Heading className={level === 2 ? 'text-lg font-semibold' : 'font-semibold'}>
          {title}
        </Heading>
        <div className="flex items-center">
          {action}
          {/* A finger swipes; the buttons are for a mouse. */}
          {!isWhole && (
            <span className="hidden lg:flex">
              <IconButton
                icon="chevronLeft"
                label={t('common.previous')}
                disabled={edges.atStart}
                onClick={() => move(-1)}
              />
              <IconButton
                icon="chevronRight"
                label={t('common.next')}
                disabled={edges.atEnd}
                onClick={() => move(1)}
              />
            </span>
          )}
        </div>
      </header>
      <ul
        ref={track}
        onScroll={measure}
        onKeyDown={onCardKey}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pt-1 pb-3 [scrollbar-width:none] lg:-mx-1 lg:scroll-px-1 lg:px-1"
      >
        {Children.map(children, (card) => (
          <li className={`${itemClass} min-w-0 shrink-0 snap-start`}>{card}</li>
        ))}
      </ul>
    </section>
  );
}
