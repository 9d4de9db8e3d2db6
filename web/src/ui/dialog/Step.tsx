import { type ReactNode, useEffect, useRef } from 'react';
import { focusAmount } from '../field/amountFocus';

interface StepProps {
  /** Another name is another step: the focus then goes to its start, or to its amount. */
  name: string;
  children: ReactNode;
}

/** One step of a dialog. Without it the focus is lost when the pressed button goes away. */
export function Step({ name, children }: StepProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView?.({ block: 'nearest' });
    focusAmount(place.current?.closest('dialog') ?? null);
  }, [name]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
