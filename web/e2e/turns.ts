/**
 * The short form of a long tour. The gate visits each stop once: languages and themes take turns.
 * PICTURES=all, as in the nightly run, visits every stop in every language and theme.
 */
export const runsAll = process.env.PICTURES === 'all';

/** Whether this stop belongs to guide `own` when `guides` guides take turns. */
export const isTurnOf = (own: number, guides: number, stop: number): boolean =>
  runsAll || stop % guides === own;

/** The one whose turn it is; all of them with PICTURES=all. */
export function turnOf<T>(all: readonly T[], stop: number): readonly T[] {
  const [one] = all.slice(stop % all.length);
  return runsAll || one === undefined ? all : [one];
}
