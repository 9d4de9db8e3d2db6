/** The replay's position, kept in the address so that it can be shared. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export interface Position {
  /** The event that is shown. */
  at: number;
  /** Whether that is the newest one, and stays so while new ones come. */
  isLive: boolean;
  /** The pinned position to compare with. */
  pin: number | null;
  goTo: (sequence: number) => void;
  goLive: () => void;
  setPin: (sequence: number | null) => void;
}

/** A sequence of the address; whatever is none counts as not said. */
export function sequenceOf(text: string | null, total: number): number | null {
  if (!text || !/^\d{1,15}$/.test(text)) return null;
  return within(Number(text), total);
}

export function within(sequence: number, total: number): number {
  return Math.min(Math.max(sequence, 1), Math.max(total, 1));
}

export function usePosition(total: number): Position {
  const [search, setSearch] = useSearchParams();
  const chosen = sequenceOf(search.get('seq'), total);
  const set = useCallback(
    (name: string, value: number | null) =>
      setSearch(
        (params) => {
          if (value === null) params.delete(name);
          else params.set(name, String(value));
          return params;
        },
        // A life has thousands of positions; the back button leads to the page before.
        { replace: true },
      ),
    [setSearch],
  );
  const goTo = useCallback((sequence: number) => set('seq', within(sequence, total)), [set, total]);
  const goLive = useCallback(() => set('seq', null), [set]);
  const setPin = useCallback((sequence: number | null) => set('pin', sequence), [set]);
  return {
    at: chosen ?? total,
    isLive: chosen === null,
    pin: sequenceOf(search.get('pin'), total),
    goTo,
    goLive,
    setPin,
  };
}

/** How far a key moves; `null` for keys that do not. */
export function stepOf(key: string, hasShift: boolean): number | 'first' | 'newest' | null {
  const stride = hasShift ? 10 : 1;
  switch (key) {
    case 'ArrowLeft':
      return -stride;
    case 'ArrowRight':
      return stride;
    case 'Home':
      return 'first';
    case 'End':
      return 'newest';
    default:
      return null;
  }
}
