import { classNames } from '../../ui/display/classNames';

const TINTS = [
  'bg-accent-soft text-accent',
  'bg-teal-soft text-teal',
  'bg-violet-soft text-violet',
  'bg-rose-soft text-rose',
  'bg-gold-soft text-gold-strong',
];

/** Thai and Lao letters that are written before the consonant which starts the word. */
const LEADING = /^[เ-ไເ-ໄ]/;

function initialOf(word: string): string {
  const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  return (letters.find((letter) => !LEADING.test(letter)) ?? '').charAt(0).toUpperCase();
}

/** The first letters of up to two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => initialOf(word ?? '')).join('');
}

function tintOf(name: string): string | undefined {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return TINTS[sum % TINTS.length];
}

/** Makes people in a list easy to distinguish; decoration, as the name is next to it. */
export function Initials({ name, className = 'size-11' }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full text-sm font-semibold ring-1 ring-surface select-none',
        tintOf(name),
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
