/**
 * How long a QR is still valid, measured from the arrival of the answer, because the device's clock
 * may be wrong.
 */
import { useEffect, useReducer } from 'react';

const SECOND_MS = 1000;
/** Answers round to whole seconds and arrive late: a smaller difference is the same end. */
const SAME_END_MS = 1500;

/** The end of the QR in running time (`performance.now()`). */
export function endOf(receivedAt: number, expireIn: number): number {
  return receivedAt + expireIn * SECOND_MS;
}

/** The known end while a newer answer means the same one, so that the display never jumps. */
export function steadyEnd(known: number | null, received: number): number {
  return known !== null && Math.abs(received - known) <= SAME_END_MS ? known : received;
}

export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / SECOND_MS));
}

/** `65` → `01:05`; an hour and more stays in minutes. */
export function formatCountdown(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Seconds to the end, updated at each full second; null while there is nothing to count. */
export function useSecondsLeft(end: number | null): number | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (end === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const left = end - performance.now();
      if (left <= 0) return;
      timer = setTimeout(
        () => {
          redraw();
          wait();
        },
        left % SECOND_MS || SECOND_MS,
      );
    };
    wait();
    // Phones stop timers in the background: what is shown on return must be right at once.
    document.addEventListener('visibilitychange', redraw);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', redraw);
    };
  }, [end]);
  return end === null ? null : secondsLeft(end, performance.now());
}
