import type { Slot } from '../../../api/types';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { GameCover } from '../../../ui/display/GameCover';
import { GameMoney } from '../../../ui/display/GameMoney';

interface RecentGamesProps {
  slots: readonly Slot[];
  currency: string;
}

/** The games that were played last on this device. */
export function RecentGames({ slots, currency }: RecentGamesProps) {
  const t = useText();
  const dialog = useDialog();
  return (
    <section aria-label={t('home.games.recent')}>
      <h3 className="text-sm font-medium text-muted">{t('home.games.recent')}</h3>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pt-2 pb-2 [scrollbar-width:none]">
        {slots.map((slot) => (
          <li key={slot.code} className="w-44 shrink-0 snap-start">
            <button
              type="button"
              onClick={() => dialog.open('game', { slotCode: slot.code })}
              className="flex w-full items-center gap-3 overflow-hidden rounded-control bg-surface pe-3 text-start shadow-card hover:bg-raised"
            >
              <GameCover slot={slot} isDimmed={slot.maintenance} className="h-16 w-12 shrink-0" />
              <span className="min-w-0 py-1.5">
                <span className="block text-sm font-semibold">{slot.name}</span>
                <span className="block text-sm text-muted">
                  <GameMoney slot={slot} currency={currency} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
