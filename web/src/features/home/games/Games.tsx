import { useState } from 'react';
import type { Slot, Wallet } from '../../../api/types';
import { useGameMemory } from '../../../client/gameMemory';
import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { Card } from '../../../ui/display/Card';
import { Carousel } from '../../../ui/display/Carousel';
import { EmptyState } from '../../../ui/feedback/States';
import { CATEGORIES } from '../balances';
import { CAROUSELS, COVERS } from './covers';
import { GameCard } from './GameCard';
import { GameChips, GameSearch } from './GameFilters';
import { chosenGames, type GameFilter } from './gameFilter';
import { RecentGames } from './RecentGames';

/** So many can be looked through without a search. */
const UNSEARCHED_MAX = 6;

/** Two rows on a phone, the first on a wide desktop; in a carousel its first view and the next one. */
const FIRST_MAX = 7;

interface GamesProps {
  wallet: Wallet;
  isExcluded: boolean;
}

/**
 * The games: those played last, then a carousel for each category; a chip or a search shows what
 * it has found at once.
 */
export default function Games({ wallet, isExcluded }: GamesProps) {
  const t = useText();
  const { slots } = wallet;
  return (
    <section aria-label={t('home.games')} className="space-y-4">
      {slots.length > 0 ? (
        <GameList slots={slots} currency={wallet.wallet.currency} isExcluded={isExcluded} />
      ) : (
        <Card flush>
          <EmptyState icon="game" title={t('home.noGames')}>
            {t('home.noGames.detail')}
          </EmptyState>
        </Card>
      )}
    </section>
  );
}

interface GameListProps {
  slots: readonly Slot[];
  currency: string;
  isExcluded: boolean;
}

function GameList({ slots, currency, isExcluded }: GameListProps) {
  const t = useText();
  const { favourites, played } = useGameMemory();
  const [text, setText] = useState('');
  const [wanted, setFilter] = useState<GameFilter>('all');
  const offered = CATEGORIES.filter((category) => slots.some((slot) => slot.category === category));
  const filters: GameFilter[] = ['all', ...(offered.length > 1 ? offered : [])];
  if (slots.some(({ code }) => favourites.includes(code))) filters.push('favourites');
  // The last star may be gone while its chip was pressed.
  const filter = filters.includes(wanted) ? wanted : 'all';
  const nameOf = (category: Slot['category']) => t(`game.${category}`);
  const shown = chosenGames(slots, { filter, text, favourites, nameOf });
  const recent = played.flatMap(
    (code) => slots.find((slot) => slot.code === code && slot.isActive) ?? [],
  );
  const isSearched = text.trim() !== '';
  const card = (slot: Slot, at: number) => (
    <GameCard
      key={slot.code}
      slot={slot}
      currency={currency}
      isFavourite={favourites.includes(slot.code)}
      isExcluded={isExcluded}
      isFirst={at < FIRST_MAX}
    />
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold">{t('home.games')}</h2>
        {slots.length > UNSEARCHED_MAX && (
          <div className="w-full sm:w-auto">
            <GameSearch value={text} onChange={setText} />
          </div>
        )}
      </div>
      {!isSearched && recent.length > 0 && <RecentGames slots={recent} currency={currency} />}
      {!isSearched && filters.length > 1 && (
        <GameChips filters={filters} value={filter} onChange={setFilter} />
      )}
      <p role="status" className="sr-only">
        {isSearched && t('home.games.found', { n: shown.length })}
      </p>
      {!isSearched && filter === 'all' ? (
        <div className={CAROUSELS}>
          {offered.map((category) => (
            <Carousel key={category} level={3} title={nameOf(category)}>
              {slots.filter((slot) => slot.category === category).map(card)}
            </Carousel>
          ))}
        </div>
      ) : shown.length > 0 ? (
        <ul className={COVERS}>
          {shown.map((slot, at) => (
            <li key={slot.code}>{card(slot, at)}</li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon="search"
          title={t('home.games.none', { text: text.trim() })}
          action={
            <Button tone="secondary" onClick={() => setText('')}>
              {t('home.games.showAll')}
            </Button>
          }
        />
      )}
    </>
  );
}
