import type { Slot } from '../../api/types';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';
import { NearPicture } from './NearPicture';

interface GameCoverProps {
  slot: Pick<Slot, 'category' | 'colour' | 'background' | 'logo'>;
  /** Nothing can be played now. */
  isDimmed?: boolean;
  /** Among the first: its picture does not wait to come near. */
  isFirst?: boolean;
  /** The place: its size and shape. */
  className?: string;
}

/** What a category is known by. */
const SIGNS: Record<Slot['category'], IconName> = {
  slot: 'cherry',
  sport: 'ball',
  lotto: 'ticket',
};

/** A game's picture, three wide to four high; without one its logo, or its category's sign. */
export function GameCover({ slot, isDimmed = false, isFirst = false, className }: GameCoverProps) {
  const isLogo = !slot.background && slot.logo;
  const picture = slot.background ?? slot.logo;
  const from = `color-mix(in srgb, ${slot.colour}, #fff 14%)`;
  const to = `color-mix(in srgb, ${slot.colour}, #05081a 62%)`;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative flex items-center justify-center overflow-hidden select-none',
        isDimmed && 'grayscale-[0.8]',
        className,
      )}
      style={{ backgroundImage: `linear-gradient(155deg, ${from}, ${to})` }}
    >
      <span className="absolute -top-1/4 -right-1/4 aspect-square w-full rounded-full bg-white/10" />
      {/* It stays when the picture does not come. */}
      {!isLogo && (
        <Icon name={SIGNS[slot.category]} size={40} className="mb-[18%] w-1/2 text-white/80" />
      )}
      {picture && (
        <NearPicture
          src={picture}
          isFirst={isFirst}
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
