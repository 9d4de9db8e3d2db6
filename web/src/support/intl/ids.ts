/** The one short form of an id, which the search for players takes as well. */

/** The time in milliseconds with which an id begins: 12 digits and a dash. */
const LETTERS = 13;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i;

export const isId = (text: string) => ID.test(text);

/** An id as it is shown; any other text is shown whole. */
export function shortId(id: string): string {
  return isId(id) ? id.slice(0, LETTERS) : id;
}
