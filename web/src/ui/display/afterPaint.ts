/**
 * Runs work that the first screen does not need after that screen is drawn: otherwise its files
 * would delay the page on a slow connection, and its work on a slow phone.
 */
export function afterPaint(run: () => void): void {
  // A hidden page gets no animation frames.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
