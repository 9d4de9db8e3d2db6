/** A period ends where the next one begins: the last moment that is still in it. */
export function lastDayOf(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString();
}
