/** Which games are shown: by a chip and by what is searched. */
import type { Slot, SlotCategory } from '../../../api/types';

export type GameFilter = SlotCategory | 'all' | 'favourites';

/** Without case, spaces and marks: Thai tone marks are often left out in a search. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\s._-]/gu, '')
    .toLowerCase();
}

interface Choice {
  filter: GameFilter;
  text: string;
  favourites: readonly string[];
  /** A category can be searched by its name, too. */
  nameOf: (category: SlotCategory) => string;
}

export function chosenGames(slots: readonly Slot[], choice: Choice): Slot[] {
  const { filter, favourites, nameOf } = choice;
  const text = folded(choice.text);
  // A search looks everywhere: a chip that was pressed before must not hide what is looked for.
  if (text) {
    return slots.filter(({ name, category }) =>
      [name, nameOf(category)].some((words) => folded(words).includes(text)),
    );
  }
  if (filter === 'all') return [...slots];
  if (filter === 'favourites') return slots.filter(({ code }) => favourites.includes(code));
  return slots.filter(({ category }) => category === filter);
}
