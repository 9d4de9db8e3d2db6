/** As many covers in a row as fit: three on a phone, seven on a wide desktop. */
export const COVERS =
  'grid grid-cols-[repeat(auto-fill,minmax(max(5.75rem,calc((100%-4.5rem)/7)),1fr))] gap-3';
