import { useLayoutEffect, useState } from 'react';

/** A place above the page, next to `div#root`, so that nothing is covered. */
export function usePlaceAbove(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.className = 'contents';
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return place;
}
