import type { Slot } from '../../api/types';
import { classNames } from './classNames';
import { NearPicture } from './NearPicture';

interface GameCoverProps {
  slot: Pick<Slot, 'name' | 'colour' | 'background' | 'logo'>;
  /** Nothing can be played now. */
  isDimmed?: boolean;
  /** The place: its size and shape. */
  className?: string;
}

/** The letters of a name: of its first two words, or its own first two. */
function lettersOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  return words.length > 1
    ? words
        .map((word) => word[0])
        .join('')
        .slice(0, 2)
    : name.slice(0, 2);
}

/** A game's picture, three wide to four high; without one its logo or its letters on its colour. */
export function GameCover({ slot, isDimmed = false, className }: GameCoverProps) {
  const isLogo = !slot.background && slot.logo;
  const picture = slot.background ?? slot.logo;
  const from = `color-mix(in srgb, ${slot.colour}, #fff 14%)`;
  const to = `color-mix(in srgb, ${slot.colour}, #05081a 62%)`;
  return (
    <span
      aria-hidden="true"
      // Drawn and not written: the name is said elsewhere. They stay when the picture does not come.
      data-letters={isLogo ? '' : lettersOf(slot.name)}
      className={classNames(
        'relative flex items-center justify-center overflow-hidden select-none',
        'before:mb-[18%] before:text-3xl before:font-extrabold before:text-white/90 before:uppercase before:content-[attr(data-letters)]',
        isDimmed && 'grayscale-[0.8]',
        className,
      )}
      style={{ backgroundImage: `linear-gradient(155deg, ${from}, ${to})` }}
    >
      <span className="absolute -top-1/4 -right-1/4 aspect-square w-full rounded-full bg-white/10" />
      {picture && (
        <NearPicture
          src={picture}
          alt=""
          width={300}
          height={400}
          className={classNames(
            'absolute inset-0 size-full',
            isLogo ? 'object-contain px-[18%] pb-[18%]' : 'object-cover',
          )}
        />
      )}
    </span>
  );
}
