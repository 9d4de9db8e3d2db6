import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { isLineDear } from '../../client/dataSaver';
import { afterPaint } from './afterPaint';

/** How far outside of the screen a picture is requested. */
const AHEAD = '160px';

interface NearPictureProps extends ComponentProps<'img'> {
  alt: string;
  /** One of the first: requested once the page is drawn, wherever it is. */
  isFirst?: boolean;
}

/**
 * A picture that is requested when it comes near the screen. The browser's own `loading="lazy"`
 * begins up to 2,500 pixels before, which on a phone is the whole page at once.
 */
export function NearPicture({ src, alt, isFirst = false, ...props }: NearPictureProps) {
  const place = useRef<HTMLImageElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const image = place.current;
    if (!image || isNear) return;
    if (isFirst && !isLineDear()) return afterPaint(() => setIsNear(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(image);
    return () => observer.disconnect();
  }, [isNear, isFirst]);
  return <img {...props} ref={place} alt={alt} src={isNear ? src : undefined} decoding="async" />;
}
