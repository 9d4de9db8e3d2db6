/** The daily hours in which slips are not taken, as `HH:mm` in Bangkok. */
import { formatMoment } from '../../../intl/moment';

/** `HH:mm` of a moment. */
export function bangkokTime(now: number): string {
  return formatMoment(new Date(now).toISOString()).slice(11, 16);
}

/** From the first minute to before the last one; the hours may run over midnight. */
export function isWithin(time: string, from: string, until: string): boolean {
  if (from <= until) return from <= time && time < until;
  return time >= from || time < until;
}
