/** Points in time as whole microseconds, the precision that lines are kept at. */

/** In UTC: one spelling, the same for every verifier; many know no year 0. */
const RFC3339 = /^((?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/;

/** Microseconds since 1970, digits beyond them left out; null when it is no such time. */
export function readInstant(text: unknown): bigint | null {
  const match = typeof text === 'string' ? RFC3339.exec(text) : null;
  if (!match) return null;
  const seconds = Date.parse(`${match[1]}Z`);
  // A day that a month does not have would be read as one of the next month.
  if (Number.isNaN(seconds) || !writeInstant(BigInt(seconds) * 1000n).startsWith(match[1] ?? '')) {
    return null;
  }
  return BigInt(seconds) * 1000n + BigInt((match[2] ?? '').padEnd(6, '0').slice(0, 6));
}

/** RFC 3339 in UTC, to be formatted for display. */
export function writeInstant(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString();
}
