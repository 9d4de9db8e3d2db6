/** Times as the browser's field has them, in Bangkok, and as the server has them. */

/** Nothing, or a time: `2026-12-05T18:00`. */
export const isTime = (local: string): boolean =>
  local === '' || (/T\d\d:\d\d$/.test(local) && utcOf(local) !== null);

/** `2026-12-05T18:00` of Bangkok in UTC; null for nothing or for what is no time. */
export function utcOf(local: string): string | null {
  const time = Date.parse(`${local}:00+07:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
