/**
 * The open dialogs, oldest first. The back button closes the top one instead of leaving the page:
 * each owns one history entry. Entries are added and taken back after the current task, so that
 * "close and go elsewhere" in one handler, and a remount of the same dialog, leave the history
 * alone. A dialog that stays open, because it asks first or is locked, gets its entry again.
 */

interface OpenModal {
  dismiss: Dismiss;
  place: HTMLElement | null;
}

/** What the back button does to a dialog; `false`: it stays open. */
type Dismiss = () => unknown;

const open: OpenModal[] = [];
const listeners = new Set<() => void>();
let isScheduled = false;
let isListening = false;
/** True during a step back that this module made: it must not close a dialog opened meanwhile. */
let isTravelling = false;

function depthOfEntry(): number {
  const state = window.history.state as { modalDepth?: unknown } | null;
  return typeof state?.modalDepth === 'number' ? state.modalDepth : 0;
}

/** Whether the current history entry belongs to a dialog. */
export const isModalEntry = () => depthOfEntry() > 0;

function synchronise(): void {
  isScheduled = false;
  if (isTravelling) return;
  const present = depthOfEntry();
  if (open.length < present) {
    isTravelling = true;
    window.history.go(open.length - present);
  }
  // Going back to this entry closes a dialog: the page below keeps its scroll position, even if a
  // notice has moved it meanwhile.
  if (present === 0 && open.length > 0) window.history.scrollRestoration = 'manual';
  for (let depth = present + 1; depth <= open.length; depth += 1) {
    window.history.pushState({ ...(window.history.state as object | null), modalDepth: depth }, '');
  }
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(synchronise, 0);
}

function onPopState(): void {
  const above = isTravelling ? [] : open.slice(depthOfEntry()).reverse();
  isTravelling = false;
  if (depthOfEntry() === 0) window.history.scrollRestoration = 'auto';
  for (const modal of above) {
    if (modal.dismiss() === false) break;
  }
  // A dialog that stayed open needs its entry again; an orphaned entry is skipped.
  schedule();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Registers an open dialog; the returned function is called when it has closed. `place` is an
 * element inside for notices that must be seen and heard above it.
 */
export function enterModal(dismiss: Dismiss, place: HTMLElement | null = null): () => void {
  if (!isListening) window.addEventListener('popstate', onPopState);
  isListening = true;
  const modal: OpenModal = { dismiss, place };
  open.push(modal);
  schedule();
  notify();
  return () => {
    const at = open.indexOf(modal);
    if (at >= 0) open.splice(at, 1);
    schedule();
    notify();
  };
}

/** The place of notices in the top dialog; null when none is open. */
export const topPlace = () => open.at(-1)?.place ?? null;

export function onTopPlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
