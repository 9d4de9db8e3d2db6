/** As many covers in a row as fit: three on a phone, seven on a wide desktop. */
export const COVERS =
  'grid grid-cols-[repeat(auto-fill,minmax(max(5.75rem,calc((100%-4.5rem)/7)),1fr))] gap-3';

/** One carousel below the other; on a wide desktop they are next to each other. */
export const CAROUSELS = 'flex flex-col gap-x-6 gap-y-2 xl:flex-row';
