import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** How far outside of the screen a picture is requested. */
const AHEAD = '160px';

/**
 * A picture that is requested when it comes near the screen. The browser's own `loading="lazy"`
 * begins up to 2,500 pixels before, which on a phone is the whole page at once.
 */
export function NearPicture({ src, alt, ...props }: ComponentProps<'img'> & { alt: string }) {
  const place = useRef<HTMLImageElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const image = place.current;
    if (!image || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(image);
    return () => observer.disconnect();
  }, [isNear]);
  return <img {...props} ref={place} alt={alt} src={isNear ? src : undefined} decoding="async" />;
}
