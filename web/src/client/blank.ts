/** Letters by name only: what fills a place and shows nothing (Hangul fillers, Braille blank). */
const FILLER = /[\u115f\u1160\u2800\u3164\uffa0]/g;
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a reader sees nothing of a text; the server refuses it as a name or a message. */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text.replace(FILLER, ''));
}
