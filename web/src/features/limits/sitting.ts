/**
 * How long somebody has been here, shared by the tabs of a device. A sitting belongs to one log-in
 * and ends when no tab has been open for a while. It also decides which one tab shows the reminder.
 */

export interface Sitting {
  /** The log-in: another log-in begins another sitting. */
  session: string;
  /** Times are in milliseconds. */
  startedAt: number;
  /** When a tab was last open. */
  seenAt: number;
  /** When the player last answered the reminder. */
  remindedAt: number;
  /** The tab that shows the reminder, and when it last confirmed that. */
  claim: { tab: string; at: number } | null;
}

const MINUTE_MS = 60_000;
/** Nothing open for this long: the player has been away. */
const AWAY_MS = 30 * MINUTE_MS;
/** A tab that has not confirmed its claim for this long is gone. */
const CLAIM_MS = 6_000;
/** The smallest interval between two writes. */
const SEEN_MS = 3_000;

export function isSitting(value: unknown): value is Sitting {
  const { session, startedAt, seenAt, remindedAt, claim } = (value ?? {}) as Partial<Sitting>;
  const isWhole =
    typeof session === 'string' &&
    [startedAt, seenAt, remindedAt].every((time) => Number.isFinite(time));
  return isWhole && (claim === null || typeof claim?.tab === 'string');
}

/** The current sitting: the stored one, or a new one. */
export function currentSitting(stored: Sitting | null, session: string, now: number): Sitting {
  const isSame =
    stored?.session === session && now - stored.seenAt < AWAY_MS && stored.startedAt <= now;
  if (stored && isSame) return stored;
  return { session, startedAt: now, seenAt: now, remindedAt: now, claim: null };
}

export function isDue(sitting: Sitting, minutes: number, now: number): boolean {
  return now - sitting.remindedAt >= minutes * MINUTE_MS;
}

function isFree({ claim }: Sitting, tab: string, now: number): boolean {
  return claim === null || claim.tab === tab || now - claim.at > CLAIM_MS;
}

interface Tick {
  tab: string;
  now: number;
  minutes: number | null;
  isVisible: boolean;
}

/** After each second: the sitting to store if it has changed, and whether this tab reminds. */
export function tick(
  stored: Sitting | null,
  session: string,
  { tab, now, minutes, isVisible }: Tick,
): { sitting: Sitting; isChanged: boolean; isShown: boolean } {
  const present = currentSitting(stored, session, now);
  const isSeen = now - present.seenAt >= SEEN_MS;
  const sitting = isSeen ? { ...present, seenAt: now } : present;
  const isWanted = minutes !== null && isDue(sitting, minutes, now);
  const isMine = sitting.claim?.tab === tab;
  const isShown = isWanted && isFree(sitting, tab, now) && (isVisible || isMine);
  if (isShown && (!isMine || isSeen)) {
    return { sitting: { ...sitting, claim: { tab, at: now } }, isChanged: true, isShown };
  }
  return { sitting, isChanged: sitting !== stored, isShown };
}

/** The player continues: the next reminder comes a whole interval later. */
export function answered(sitting: Sitting, now: number): Sitting {
  return { ...sitting, remindedAt: now, seenAt: now, claim: null };
}

/** Hours and minutes, for words. */
export function lengthOf({ startedAt }: Sitting, now: number): { hours: number; minutes: number } {
  const whole = Math.max(0, Math.floor((now - startedAt) / MINUTE_MS));
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}
