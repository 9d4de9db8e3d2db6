/** The variables of prepared answers, which no visitor may read: `Hello {name}`. */
import type { OutgoingMessage } from '../../api/chatApi';

const VARIABLE = /\{(?:name|balance)\}/g;

/** The parts of a payload that visitors read; the server checks the same ones. */
const SHOWN = new Set(['message', 'title', 'subtitle']);

const once = (names: readonly string[]) => [...new Set(names)];

/** The variables that are left in a text, each once. */
export const leftIn = (text: string): string[] => once(text.match(VARIABLE) ?? []);

/** Where the first one starts and ends. */
export function firstLeft(text: string): [number, number] | null {
  const at = text.search(VARIABLE);
  return at < 0 ? null : [at, text.indexOf('}', at) + 1];
}

function shownIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' ? (SHOWN.has(key) ? [part] : []) : shownIn(part),
  );
}

export const leftInMessage = ({ payload }: OutgoingMessage): string[] =>
  once(shownIn(payload).flatMap(leftIn));
