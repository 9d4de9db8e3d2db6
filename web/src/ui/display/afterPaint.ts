/**
 * Runs what nobody sees on the first screen once that screen is drawn: on a slow line its files
 * would come before the page, and on a slow phone its work.
 */
export function afterPaint(run: () => void): void {
  // A page that nobody looks at is given no frames.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
