import type { Wallet } from '../../api/types';
import { useText } from '../../intl/text';
import { Moment } from '../../ui/display/Moment';

/** How recent the figures are; a member without a game has no figure that could be old. */
export function LastSync({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const { lastSync, slots } = wallet;
  if (lastSync) {
    return (
      <>
        {t('common.lastSync')} {/* The date would not fit on a small phone. */}
        <Moment time={lastSync} show="relative" className="@md:hidden" />
        <Moment time={lastSync} className="hidden @md:inline" />
      </>
    );
  }
  const hasGames = slots.some((slot) => slot.isActive);
  return t(hasGames ? 'home.neverSynced' : 'home.news.none');
}
