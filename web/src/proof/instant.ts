/** Points in time as whole microseconds, the precision that lines are kept at. */

const RFC3339 = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/** Microseconds since 1970, digits beyond them left out; null when it is no such time. */
export function readInstant(text: unknown): bigint | null {
  const match = typeof text === 'string' ? RFC3339.exec(text) : null;
  if (!match) return null;
  const seconds = Date.parse(
    `${match[1]?.replace(' ', 'T').toUpperCase()}${match[3]?.toUpperCase()}`,
  );
  if (Number.isNaN(seconds)) return null;
  return BigInt(seconds) * 1000n + BigInt((match[2] ?? '').padEnd(6, '0').slice(0, 6));
}

/** RFC 3339 in UTC, for the eye's own formatting. */
export function writeInstant(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString();
}

const DAY_MICROS = 86_400_000_000n;

/** A bound of a period: a time, or a day in Bangkok (the last one included). */
export function readBound(text: unknown, isEnd: boolean): bigint | null {
  if (typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = readInstant(`${text}T00:00:00+07:00`);
    return midnight === null || !isEnd ? midnight : midnight + DAY_MICROS;
  }
  return readInstant(text);
}
