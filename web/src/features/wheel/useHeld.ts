import { useState } from 'react';

/** The value from when holding began, so that an update never shows the prize before the wheel. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isHeld && !Object.is(kept, value)) setKept(value);
  return isHeld ? kept : value;
}
