/** The keys of the console's lists: on a desktop, and not while somebody types. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A touch screen has no keys. The width is that of `lg` in the styles. */
const KEYBOARD = '(min-width: 64rem) and (pointer: fine)';

const subscribe = (notify: () => void) => {
  const query = window.matchMedia?.(KEYBOARD);
  query?.addEventListener('change', notify);
  return () => query?.removeEventListener('change', notify);
};

export function useHasKeyboard(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(KEYBOARD).matches ?? false);
}

const PRESSED = new Set(['button', 'checkbox', 'submit']);

/** Whether keys belong to a field, or to something that is open. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target.closest('select, textarea, [contenteditable], [role=menu], header') !== null;
}

/** Where a Thai or Lao keyboard has the keys of a Latin one. */
const PLACES: Record<string, string> = { KeyJ: 'j', KeyK: 'k' };

function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  // Other keyboards with Latin letters may have them at other places.
  if (/^[\u0020-\u024f]$/.test(key)) return key.toLowerCase();
  if (code === 'Slash' && shiftKey) return '?';
  return PLACES[code] ?? key;
}

/** Calls `onKey` with each key that belongs to the page; it returns whether it used the key. */
export function useKeys(onKey: (key: string) => boolean): void {
  const hasKeyboard = useHasKeyboard();
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!hasKeyboard) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTaken(event.target)) return;
      if (latest.current(keyOf(event))) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasKeyboard]);
}
