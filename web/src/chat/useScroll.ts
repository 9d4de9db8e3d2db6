/**
 * The reader's scroll position in the list. At the end, new messages scroll it up. Elsewhere they
 * are counted, and older messages that load above do not move the visible ones.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatEntry } from './entries';

/** How far from the end still counts as the end. */
export const END_TOLERANCE_PX = 60;
const TOP_REACH_PX = 60;

export interface ScrollOptions {
  scroller: RefObject<HTMLDivElement | null>;
  entries: readonly ChatEntry[];
  ownSender: string;
  hasOlder: boolean;
  onOlder: () => void;
  onAtEnd: (isAtEnd: boolean) => void;
}

interface Seen {
  keys: Set<string>;
  first: string | undefined;
  height: number;
  top: number;
}

const NOTHING: Seen = { keys: new Set(), first: undefined, height: 0, top: 0 };

/** How many messages of the others were added below the known ones. */
export function countAdded(
  entries: readonly ChatEntry[],
  known: ReadonlySet<string>,
  ownSender: string,
): { others: number; own: number } {
  const firstKnown = entries.findIndex((entry) => known.has(entry.key));
  const added = entries.slice(firstKnown + 1).filter((entry) => !known.has(entry.key));
  const own = added.filter((entry) => entry.sender === ownSender).length;
  return { others: added.length - own, own };
}

export function useScroll(options: ScrollOptions) {
  const { scroller, entries, ownSender, hasOlder, onOlder, onAtEnd } = options;
  const [fresh, setFresh] = useState(0);
  const seen = useRef<Seen>(NOTHING);
  const isAtEnd = useRef(true);

  const noteEnd = useCallback(
    (atEnd: boolean) => {
      if (atEnd) setFresh(0);
      if (isAtEnd.current === atEnd) return;
      isAtEnd.current = atEnd;
      onAtEnd(atEnd);
    },
    [onAtEnd],
  );

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    noteEnd(true);
  }, [scroller, noteEnd]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { keys, first, height, top } = seen.current;
    const isPrepended = first !== undefined && entries[0]?.key !== first && keys.size > 0;
    const added = countAdded(entries, keys, ownSender);
    if (keys.size === 0 || added.own > 0 || isAtEnd.current) toEnd();
    else {
      if (isPrepended) element.scrollTop = top + element.scrollHeight - height;
      if (added.others > 0) setFresh((count) => count + added.others);
    }
    seen.current = {
      keys: new Set(entries.map((entry) => entry.key)),
      first: entries[0]?.key,
      height: element.scrollHeight,
      top: element.scrollTop,
    };
    // If the page does not fill the list, nobody can scroll for more.
    if (hasOlder && element.scrollHeight <= element.clientHeight) onOlder();
  }, [scroller, entries, ownSender, hasOlder, onOlder, toEnd]);

  useEffect(() => {
    // A phone's keyboard shrinks the list: keep the end visible.
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    seen.current.top = element.scrollTop;
    const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
    noteEnd(rest <= END_TOLERANCE_PX);
    if (element.scrollTop < TOP_REACH_PX && hasOlder) onOlder();
  }, [scroller, noteEnd, hasOlder, onOlder]);

  return { fresh, toEnd, onScroll };
}
