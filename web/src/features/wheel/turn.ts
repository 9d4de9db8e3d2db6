/**
 * How the wheel turns: angles in whole turns, clockwise. At angle 0 the first slice begins at the
 * pointer, and the others follow clockwise, each as wide as the next: the drawing says nothing
 * about chances.
 */

/** What is left of the speed after a sixtieth of a second of rolling. */
export const FRICTION = 0.991;
const FRAMES_PER_S = 60;
/** Whole turns before the wheel comes to its slice: two or three. */
const EXTRA_TURNS_MIN = 2;
const SECONDS_MIN = 4;
/** How far from a slice's middle the wheel may stop, in slices. */
const OFF_CENTRE_MAX = 0.35;

export interface Turn {
  from: number;
  distance: number;
  seconds: number;
}

interface TurnInput {
  from: number;
  /** The slice to land on. */
  slice: number;
  slices: number;
  /** For the animation only: the server decides the prize. */
  random?: () => number;
}

const fraction = (turns: number) => turns - Math.floor(turns);

/** From the wheel's current angle to the drawn slice: 2 to 4 turns, in 4 to 5 seconds. */
export function planTurn({ from, slice, slices, random = Math.random }: TurnInput): Turn {
  const place = (slice + 0.5 + (random() * 2 - 1) * OFF_CENTRE_MAX) / slices;
  const whole = EXTRA_TURNS_MIN + (random() < 0.5 ? 0 : 1);
  const distance = whole + fraction(-place - from);
  return { from, distance, seconds: SECONDS_MIN + (distance - EXTRA_TURNS_MIN) / 2 };
}

/**
 * Where the wheel is after some seconds. Each frame keeps `FRICTION` of the speed, less a constant
 * drag that brings it to rest exactly at the end: without it the wheel would stop with a jerk.
 */
export function angleAt({ from, distance, seconds }: Turn, elapsed: number): number {
  if (elapsed >= seconds) return from + distance;
  const frames = seconds * FRAMES_PER_S;
  const drag = -Math.log(FRICTION) * FRICTION ** frames;
  const rolled = (at: number) => 1 - FRICTION ** at - drag * at;
  return from + (distance * rolled(Math.max(0, elapsed) * FRAMES_PER_S)) / rolled(frames);
}

/** The slice under the pointer. */
export function sliceAt(angle: number, slices: number): number {
  return Math.min(slices - 1, Math.floor(fraction(-angle) * slices));
}
