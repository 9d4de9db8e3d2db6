import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from './keys';

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** The address of the row that gets the focus on the page that a key has opened or closed. */
let wanted: string | null = null;

type Row = HTMLAnchorElement;

const rowsIn = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<Row>('li a[href]') ?? []),
];
const hasFocus = (row: Row) => row === document.activeElement;
const isOpen = (row: Row) => row.getAttribute('aria-current') === 'true';

/** Starts at the row that has the focus, else at the open one. */
function move(rows: Row[], step: number): void {
  const focused = rows.findIndex(hasFocus);
  const from = focused < 0 ? rows.findIndex(isOpen) : focused;
  const to = from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1);
  rows[to]?.focus();
}

interface KeyListProps {
  className: string;
  /** The address that closes the open row; null while none is open. */
  closeHref: string | null;
  children: ReactNode;
}

/**
 * A list of links that keys move through. The focus moves, so that the row is read out and Enter
 * opens it.
 */
export function KeyList({ className, closeHref, children }: KeyListProps) {
  const [, navigate] = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = rowsIn(place.current).find((each) => each.getAttribute('href') === wanted);
    if (document.activeElement === document.body) row?.focus({ preventScroll: true });
    wanted = null;
  }, []);

  const remember = (row: Row | undefined) => {
    wanted = row?.getAttribute('href') ?? null;
  };
  useKeys((key) => {
    const rows = rowsIn(place.current);
    const step = STEPS[key];
    if (step !== undefined) {
      // Elsewhere on the page arrow keys scroll.
      const isFree = document.activeElement === document.body || rows.some(hasFocus);
      if (key.startsWith('Arrow') && !isFree) return false;
      move(rows, step);
      return rows.length > 0;
    }
    if (key === 'Enter') remember(rows.find(hasFocus));
    if (key !== 'Escape' || closeHref === null) return false;
    const row = rows.find(isOpen);
    row?.focus();
    remember(row);
    navigate(closeHref);
    return true;
  });
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
