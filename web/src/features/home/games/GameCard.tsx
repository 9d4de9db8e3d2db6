import type { Slot } from '../../../api/types';
import { formatAmount, isZero } from '../../../intl/money';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { GameCover } from '../../../ui/display/GameCover';
import { GameMoney } from '../../../ui/display/GameMoney';
import { Icon } from '../../../ui/display/Icon';
import { shownBalance } from '../balances';

interface GameCardProps {
  slot: Slot;
  currency: string;
  isFavourite: boolean;
  /** The player takes a break: the game can be looked at, and money taken out. */
  isExcluded: boolean;
  /** Among the first: its picture does not wait to come near. */
  isFirst: boolean;
}

/**
 * One game: its cover, what the player has there or the prompt to open an account, and all of it
 * opens the game. Upright, and wide where a carousel has room.
 */
export function GameCard({ slot, currency, isFavourite, isExcluded, isFirst }: GameCardProps) {
  const t = useText();
  const dialog = useDialog();
  return (
    <button
      type="button"
      onClick={() => dialog.open('game', { slotCode: slot.code })}
      className="group relative block aspect-3/4 w-full overflow-hidden rounded-card bg-sunken text-start text-white shadow-card transition-transform active:scale-[0.98] @lg:aspect-video"
    >
      <GameCover
        slot={slot}
        isDimmed={slot.maintenance || isExcluded}
        isFirst={isFirst}
        className="size-full transition-transform duration-300 group-hover:scale-[1.03]"
      />
      <span className="absolute inset-x-0 bottom-0 flex flex-col items-start bg-linear-to-t from-black/85 via-black/50 to-transparent px-2 pt-8 pb-2">
        <span className="text-sm leading-normal font-semibold">{slot.name}</span>
        <CardState slot={slot} currency={currency} isExcluded={isExcluded} />
      </span>
      {isFavourite && (
        <span className="absolute end-1.5 top-1.5 flex size-6 items-center justify-center rounded-full bg-black/55 text-gold-light">
          <Icon name="star" size={15} className="fill-current" />
          <span className="sr-only">{t('game.favourite')}</span>
        </span>
      )}
    </button>
  );
}

function CardState({
  slot,
  currency,
  isExcluded,
}: Pick<GameCardProps, 'slot' | 'currency' | 'isExcluded'>) {
  const t = useText();
  return (
    <>
      {slot.isActive && <Balance slot={slot} currency={currency} />}
      {slot.maintenance ? (
        <span className="text-xs text-white/90">{t('home.game.maintenance')}</span>
      ) : (
        // Nobody is prompted to play during a break.
        !slot.isActive && !isExcluded && <Prompt />
      )}
    </>
  );
}

function Prompt() {
  const t = useText();
  return (
    <span className="-mx-1 mt-0.5 rounded-full bg-white px-1 text-[0.6875rem] leading-normal font-semibold whitespace-nowrap text-black">
      {t('home.game.openAccount')}
    </span>
  );
}

/** Signs that a chip has room for on a narrow phone, and that the cover has. */
const CHIP_MAX = 9;
const LINE_MAX = 11;

/** Gold where there is something to bring back. */
function Balance({ slot, currency }: { slot: Slot; currency: string }) {
  const length = formatAmount(shownBalance(slot), currency).length;
  const size = length > LINE_MAX ? 'text-[0.6875rem]' : 'text-xs';
  const chip = 'inline-block rounded-full bg-gold px-1.5 font-semibold text-on-gold';
  const full = length > CHIP_MAX ? `font-semibold text-gold-light ${size}` : chip;
  return (
    <span className="max-w-full text-xs">
      <GameMoney
        slot={slot}
        currency={currency}
        className={isZero(slot.amount) ? 'text-white/80' : full}
        ageClass="text-white/80"
      />
    </span>
  );
}
