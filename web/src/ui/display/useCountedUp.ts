import { useLayoutEffect, useRef, useState } from 'react';
import { amountBetween, compareAmounts } from '../../intl/money';
import { wantsStillness } from './wantsStillness';

const COUNT_MS = 900;

/** Fast first, and slower towards the end. */
const eased = (share: number) => 1 - (1 - share) ** 3;

/**
 * An amount that counts up to its next value when money comes in. Less is shown at once, and so is
 * everything where nobody looks or the device asks for no movement.
 */
export function useCountedUp(amount: string): string {
  const [shown, setShown] = useState(amount);
  const current = useRef(amount);
  useLayoutEffect(() => {
    const show = (next: string) => {
      current.current = next;
      setShown(next);
    };
    const from = current.current;
    if (compareAmounts(amount, from) <= 0 || document.hidden || wantsStillness()) {
      return show(amount);
    }
    let startedAt: number | null = null;
    const step = (now: number) => {
      startedAt ??= now;
      const share = (now - startedAt) / COUNT_MS;
      if (share >= 1) return show(amount);
      show(amountBetween(from, amount, Math.round(eased(share) * 1000)));
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}
