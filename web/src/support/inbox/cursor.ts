/** Text at the cursor of a message box. */

/** Inserts `text` at the cursor, replacing the selection; returns the new cursor position. */
export function insertAt(
  value: string,
  [start, end]: readonly [number, number],
  text: string,
): { value: string; cursor: number } {
  const before = value.slice(0, start);
  return { value: before + text + value.slice(end), cursor: before.length + text.length };
}

/** The position of a just typed `/` that opens the prepared answers, or null. */
export function slashAt(before: string, after: string): number | null {
  if (after.length !== before.length + 1) return null;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const isStart = at === 0 || /\s/.test(after[at - 1] ?? '');
  return after[at] === '/' && isStart ? at : null;
}
