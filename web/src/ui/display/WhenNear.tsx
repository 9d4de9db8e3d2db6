import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** How far outside of the screen a part begins. */
const AHEAD = '200px';

interface WhenNearProps {
  /** The part's shape at its final size. */
  frame: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A part of a page that begins when it comes near the screen: until then a slow phone has less to
 * do. The Tab key reaches only what is there, so a first press begins it too, and so does printing.
 */
export function WhenNear({ frame, className, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const begin = () => setIsNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) begin();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    const events = ['keydown', 'beforeprint'];
    for (const event of events) window.addEventListener(event, begin);
    return () => {
      observer.disconnect();
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, [isNear]);
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense fallback={frame}>{children}</Suspense> : frame}
    </div>
  );
}
