import type { Wallet } from '../../../api/types';
import { useText } from '../../../intl/text';
import { Card } from '../../../ui/display/Card';
import { Carousel } from '../../../ui/display/Carousel';
import { EmptyState } from '../../../ui/feedback/States';
import { CATEGORIES } from '../balances';
import { GameCard } from './GameCard';

interface GamesProps {
  wallet: Wallet;
  isExcluded: boolean;
}

/** The games of the member, a row for each category. */
export function Games({ wallet, isExcluded }: GamesProps) {
  const t = useText();
  if (wallet.slots.length === 0) {
    return (
      <Card flush>
        <EmptyState icon="game" title={t('home.noGames')}>
          {t('home.noGames.detail')}
        </EmptyState>
      </Card>
    );
  }
  return CATEGORIES.map((category) => {
    const slots = wallet.slots.filter((slot) => slot.category === category);
    if (slots.length === 0) return null;
    return (
      <Carousel key={category} title={t(`game.${category}`)}>
        {slots.map((slot) => (
          <GameCard key={slot.code} slot={slot} wallet={wallet.wallet} isExcluded={isExcluded} />
        ))}
      </Carousel>
    );
  });
}
