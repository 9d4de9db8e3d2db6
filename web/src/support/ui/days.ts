/** Days as people type them, `27/11/2026`, and as addresses name them, `2026-11-27`. */

const SHOWN = /^(\d{2})\/(\d{2})\/(\d{4})$/;

export const shownDay = (day: string) => day.split('-').reverse().join('/');

/** With the slashes that are left out while one types. */
export function typedDay(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8);
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const hasSlash = /\/$/.test(text) && (digits.length === 2 || digits.length === 4);
  return parts.filter(Boolean).join('/') + (hasSlash ? '/' : '');
}

/** The day that is typed, nothing for nothing, and null for what is no day. */
export function dayOf(text: string): string | null {
  if (text === '') return '';
  const [, day, month, year] = SHOWN.exec(text) ?? [];
  if (!day || !month || !year) return null;
  const found = `${year}-${month}-${day}`;
  const time = Date.parse(`${found}T00:00:00Z`);
  // 31/02 would be another day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(found) ? found : null;
}

const BANGKOK_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

/** The last so many days in Bangkok, today among them. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  const dayAt = (time: number) => new Date(time + BANGKOK_MS).toISOString().slice(0, 10);
  return { from: dayAt(now - (count - 1) * DAY_MS), to: dayAt(now) };
}
