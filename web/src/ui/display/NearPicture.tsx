import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { isLineDear } from '../../client/dataSaver';

/** How far outside of the screen a picture is requested. */
const AHEAD = '160px';

/** Later than the page's own requests on most lines; the other pages' files are fetched ahead then, too. */
const SPARE_MS = 2_500;

interface NearPictureProps extends ComponentProps<'img'> {
  alt: string;
  /** One of the first: requested when the line has nothing else to do, wherever it is. */
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
    const show = () => setIsNear(true);
    const timer = isFirst && !isLineDear() ? setTimeout(show, SPARE_MS) : undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) show();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(image);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear, isFirst]);
  return <img {...props} ref={place} alt={alt} src={isNear ? src : undefined} decoding="async" />;
}
