/** As many covers in a row as fit, from three on a phone to six. */
export const COVERS =
  'grid grid-cols-[repeat(auto-fill,minmax(max(5.75rem,calc((100%-3.75rem)/6)),1fr))] gap-3';
