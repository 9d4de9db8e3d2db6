import { useState } from 'react';

/** The value as it was when the holding began: news must not tell the prize before the wheel. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isHeld && !Object.is(kept, value)) setKept(value);
  return isHeld ? kept : value;
}
