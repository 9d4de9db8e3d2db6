import { Link } from 'wouter';
import type { Wallet } from '../../api/types';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';

/** How recent the figures are; a member without a game has no figure that could be old. */
export function LastSync({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const isGone = useIsServiceGone();
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
  if (hasGames) return t('home.neverSynced');
  if (isGone) return t('closed.title');
  return (
    <Link
      href="/user/howto"
      className="flex min-h-14 items-center justify-between gap-3 text-on-hero hover:underline"
    >
      {t('home.news.none')}
      <Icon name="chevronRight" size={20} className="shrink-0" />
    </Link>
  );
}
