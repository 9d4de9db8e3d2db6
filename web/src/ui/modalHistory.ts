/**
 * The back button closes the top dialog instead of leaving the page. Each open dialog owns one
 * history entry. Entries are added and taken back after the current task, so that "close and go
 * elsewhere" in one handler, and a remount of the same dialog, leave the history alone.
 */

interface OpenModal {
  close: () => void;
}

const open: OpenModal[] = [];
let isScheduled = false;
let isListening = false;

function depthOfEntry(): number {
  const state = window.history.state as { modalDepth?: unknown } | null;
  return typeof state?.modalDepth === 'number' ? state.modalDepth : 0;
}

function synchronise(): void {
  isScheduled = false;
  const present = depthOfEntry();
  if (open.length < present) window.history.go(open.length - present);
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
  // A step that we made ourselves finds no dialog above its depth.
  for (const modal of open.slice(depthOfEntry()).reverse()) modal.close();
}

/** Registers an open dialog; the returned function is called when it has closed. */
export function enterModal(close: () => void): () => void {
  if (!isListening) window.addEventListener('popstate', onPopState);
  isListening = true;
  const modal = { close };
  open.push(modal);
  schedule();
  return () => {
    const at = open.indexOf(modal);
    if (at >= 0) open.splice(at, 1);
    schedule();
  };
}
