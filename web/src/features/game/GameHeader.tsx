import type { Slot } from '../../api/types';
import { noteFavourite, useGameMemory } from '../../client/gameMemory';
import { useText } from '../../intl/text';
import { GameCover } from '../../ui/display/GameCover';
import { GameMoney } from '../../ui/display/GameMoney';
import { IconButton } from '../../ui/display/IconButton';
import { Money } from '../../ui/display/Money';
import { balanceIn } from './playAmount';

/** Signs of a balance that fit on the narrowest phone in the large size. */
const ROOMY_MAX = 10;

interface GameHeaderProps {
  slot: Slot;
  wallet: { amount: string; currency: string };
}

/** The cover, what the game and the main wallet hold, and the star. */
export function GameHeader({ slot, wallet }: GameHeaderProps) {
  const t = useText();
  const isLong = balanceIn(slot).length > ROOMY_MAX;
  return (
    <div className="flex gap-4">
      <GameCover
        slot={slot}
        isDimmed={slot.maintenance}
        className="h-36 w-27 shrink-0 rounded-card shadow-card"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-2">
          <p className="pt-2.5 text-sm text-muted">{t(`game.${slot.category}`)}</p>
          <Star code={slot.code} />
        </div>
        {slot.isActive ? (
          <p className={`font-bold ${isLong ? 'text-xl' : 'text-2xl'}`}>
            <span className="sr-only">{t('wallet.balance')} </span>
            <GameMoney slot={slot} currency={wallet.currency} />
          </p>
        ) : (
          <p className="font-medium">{t('home.game.notOpen')}</p>
        )}
        <p className="mt-auto border-t border-line pt-2 text-sm text-muted">
          {t('wallet.mainWallet')}
          <span className="block font-semibold text-ink">
            <Money amount={wallet.amount} currency={wallet.currency} />
          </span>
        </p>
      </div>
    </div>
  );
}

function Star({ code }: { code: string }) {
  const t = useText();
  const { favourites, member } = useGameMemory();
  const isFavourite = favourites.includes(code);
  return (
    <IconButton
      icon="star"
      label={t('game.favourite')}
      aria-pressed={isFavourite}
      onClick={() => noteFavourite(member, code, !isFavourite)}
      className={isFavourite ? '-me-2 text-gold-strong [&_path]:fill-gold' : '-me-2 text-muted'}
    />
  );
}
