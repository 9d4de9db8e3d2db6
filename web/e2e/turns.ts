/**
 * The short form of a long tour: each stop is made in the gate, but not in every language and look;
 * these take turns. PICTURES=all, as in the nightly run, makes all stops everywhere.
 */
export const tellsAll = process.env.PICTURES === 'all';

/** Whether this is the `own` guide's stop, of `guides` who go round. */
export const isTurnOf = (own: number, guides: number, stop: number): boolean =>
  tellsAll || stop % guides === own;

/** The one whose turn it is, or all of them. */
export function turnOf<T>(all: readonly T[], stop: number): readonly T[] {
  const [one] = all.slice(stop % all.length);
  return tellsAll || one === undefined ? all : [one];
}
