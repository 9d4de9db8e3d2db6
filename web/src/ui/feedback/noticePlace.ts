/** Where the page shows notices: below its header, in a place that the shell of the page gives. */
let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

export const noticePlace = () => place;

/** For the shell's `ref`: the element, or null when the shell goes. */
export function setNoticePlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of [...listeners]) listener();
}

export function onNoticePlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
