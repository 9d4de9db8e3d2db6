import { Children, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../intl/text';
import { IconButton } from './IconButton';

interface CarouselProps {
  title: string;
  /** One node a card; three are visible at a time. */
  children: ReactNode;
}

/** Three cards in view; swipe, scroll, or the two buttons move on by a whole view. */
export function Carousel({ title, children }: CarouselProps) {
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
    element?.scrollBy({ left: direction * element.clientWidth, behavior: 'smooth' });
  };
  const isStill = edges.atStart && edges.atEnd;

  return (
    <section aria-label={title}>
      <header className="flex min-h-11 items-center justify-between">
        <h2 className="text-lg font-semibold">{title}</h2>
        {!isStill && (
          <div className="flex">
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
          </div>
        )}
      </header>
      <ul
        ref={track}
        onScroll={measure}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pt-1 pb-3 [scrollbar-width:none]"
      >
        {Children.map(children, (card) => (
          <li className="w-[calc((100%-1.5rem)/3)] min-w-0 shrink-0 snap-start">{card}</li>
        ))}
      </ul>
    </section>
  );
}
