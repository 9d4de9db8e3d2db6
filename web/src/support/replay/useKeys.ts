import { useEffect, useRef } from 'react';
import { type Position, stepOf } from './position';

/** While somebody types or works in a dialog, keys do not move the replay. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, [role=tablist]')) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'range';
  return target.matches('select, textarea, [contenteditable]');
}

/** Arrow keys: one event, with shift ten; home and end: the first and the newest. */
export function useKeys(position: Position): void {
  const latest = useRef(position);
  useEffect(() => {
    latest.current = position;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      const step = stepOf(event.key, event.shiftKey);
      if (step === null) return;
      event.preventDefault();
      const { at, goTo, goLive } = latest.current;
      if (step === 'newest') goLive();
      else goTo(step === 'first' ? 1 : at + step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
