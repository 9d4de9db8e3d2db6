/** Rules of the box that messages are written in. */

import { isBlank } from '../client/blank';

/**
 * Characters as the server counts them: of the trimmed text, an emoji of one code point as one.
 * What shows nothing is no message.
 */
export function lengthOf(text: string): number {
  if (isBlank(text)) return 0;
  let length = 0;
  for (const _ of text.trim()) length += 1;
  return length;
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'keyCode'
>;

/** The key code of a press that still belongs to an input method. */
const OF_INPUT_METHOD = 229;

/** Whether this press sends: plain Enter, and not the one that ends a word being composed. */
export function sendsOn(event: Pressed): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === OF_INPUT_METHOD) return false;
  return !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
}
