import { useLayoutEffect, useState } from 'react';

/** Above the page, so that nothing is covered: `div#root` is its neighbour. */
export function usePlaceAbove(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.className = 'contents';
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return place;
}
