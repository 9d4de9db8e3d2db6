import { useBalanceState } from '../../api/askGames';
import type { Slot } from '../../api/types';
import { multiplyAmounts } from '../../intl/money';
import { useText } from '../../intl/text';
import { Asked } from './Asked';
import { Moment } from './Moment';
import { Money } from './Money';

interface GameMoneyProps {
  slot: Slot;
  currency: string;
  className?: string | undefined;
  /** The colour of the age. */
  ageClass?: string;
}

/** What a game holds; faint while its provider is asked, with its age when that did not answer. */
export function GameMoney({ slot, currency, className, ageClass = 'text-muted' }: GameMoneyProps) {
  const t = useText();
  const state = useBalanceState(slot.code);
  return (
    <>
      <Asked isAsked={state === 'asked'}>
        <Money
          amount={multiplyAmounts(slot.amount, slot.ftWalletSlot)}
          currency={currency}
          className={className}
        />
      </Asked>
      {state === 'silent' && (
        <span className={`block text-xs font-normal ${ageClass}`}>
          {slot.readAt ? <Moment time={slot.readAt} show="relative" /> : t('home.stale')}
        </span>
      )}
    </>
  );
}
