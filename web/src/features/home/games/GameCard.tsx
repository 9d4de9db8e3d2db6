import type { Slot, Wallet } from '../../../api/types';
import { isZero } from '../../../intl/money';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { ProviderBadge } from '../../../ui/display/Badge';
import { classNames } from '../../../ui/display/classNames';
import { GameMoney } from '../../../ui/display/GameMoney';
import { shownBalance } from '../balances';

interface GameCardProps {
  slot: Slot;
  wallet: Wallet['wallet'];
  /** The player takes a break: no money may go in. */
  isExcluded: boolean;
}

/** One of three visible cards: the game, its balance, and the button for a transfer. */
export function GameCard({ slot, wallet, isExcluded }: GameCardProps) {
  const t = useText();
  const dialog = useDialog();
  const openAccount = () => dialog.open('game', { slotCode: slot.code });
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
      <button
        type="button"
        onClick={openAccount}
        className="flex flex-1 flex-col items-center text-center focus-visible:-outline-offset-2"
      >
        <Banner slot={slot} />
        <span className="flex w-full flex-1 flex-col px-2 pt-2">
          <span className="text-sm font-semibold">{slot.name}</span>
          <CardState slot={slot} currency={wallet.currency} />
        </span>
      </button>
      <div className="p-2">
        {slot.isActive ? (
          <CardButton
            label={t('home.game.transferIn')}
            name={t('home.game.transferInto', { name: slot.name })}
            disabled={isZero(wallet.amount) || slot.maintenance || isExcluded}
            onPress={() => dialog.open('transfer', { slotCode: slot.code, direction: 'in' })}
          />
        ) : (
          <CardButton
            label={t('game.open')}
            name={t('home.game.openNamed', { name: slot.name })}
            disabled={slot.maintenance}
            onPress={openAccount}
            isPrompt
          />
        )}
      </div>
    </article>
  );
}

function Banner({ slot }: { slot: Slot }) {
  const picture = slot.background
    ? { backgroundImage: `url("${encodeURI(slot.background)}")` }
    : {};
  return (
    <span
      className="flex w-full items-center justify-center bg-cover bg-center py-3"
      style={{ backgroundColor: `${slot.colour}26`, ...picture }}
    >
      <ProviderBadge name={slot.name} colour={slot.colour} logo={slot.logo} size={48} />
    </span>
  );
}

function CardState({ slot, currency }: { slot: Slot; currency: string }) {
  const t = useText();
  if (slot.maintenance && !slot.isActive) return <Note text={t('home.game.maintenance')} />;
  if (!slot.isActive) return <Note text={t('home.game.notOpen')} />;
  const size = shownBalance(slot).length > 9 ? 'text-xs' : 'text-sm';
  return (
    <>
      <GameMoney slot={slot} currency={currency} className={`font-medium ${size}`} />
      {slot.maintenance && <Note text={t('home.game.maintenance')} />}
    </>
  );
}

function Note({ text }: { text: string }) {
  return <span className="text-xs text-muted">{text}</span>;
}

interface CardButtonProps {
  label: string;
  /** The spoken name, with the game in it. */
  name: string;
  disabled: boolean;
  onPress: () => void;
  isPrompt?: boolean;
}

function CardButton({ label, name, disabled, onPress, isPrompt = false }: CardButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      disabled={disabled}
      onClick={onPress}
      className={classNames(
        'min-h-11 w-full rounded-control px-1 text-sm font-semibold transition-colors',
        'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
        isPrompt
          ? 'bg-accent text-on-accent hover:bg-accent-strong'
          : 'bg-accent-soft text-accent hover:brightness-95 dark:hover:brightness-110',
      )}
    >
      {label}
    </button>
  );
}
