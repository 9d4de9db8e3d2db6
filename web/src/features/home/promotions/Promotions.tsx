import { Link } from 'wouter';
import { useGetBannersQuery } from '../../../api/inviteApi';
import { useGetBonusesQuery } from '../../../api/rewardApi';
import { useGetWalletQuery } from '../../../api/walletApi';
import { useLocalText } from '../../../intl/localText';
import { moneyText } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { Carousel } from '../../../ui/display/Carousel';
import { NearPicture } from '../../../ui/display/NearPicture';
import { TintIcon } from '../../../ui/display/TintIcon';
import { PROMOTION_WIDTH, PromotionsFrame } from './PromotionsFrame';
import { type Promotion, promotionsOf } from './promotions';

const NONE: never[] = [];

/** The house's offers as pictures; a tap opens the offer. A source that fails is left out. */
export default function Promotions() {
  const t = useText();
  const bonuses = useGetBonusesQuery();
  const invite = useGetBannersQuery('invite');
  const refund = useGetBannersQuery('refund');
  const isOpen = [bonuses, invite, refund].some(({ data, error }) => !data && !error);
  if (isOpen) return <PromotionsFrame />;
  const promotions = promotionsOf({
    bonuses: bonuses.data?.bonuses ?? NONE,
    invite: invite.data?.banners ?? NONE,
    refund: refund.data?.banners ?? NONE,
  });
  return (
    <Carousel
      title={t('home.promotions')}
      itemClass={PROMOTION_WIDTH}
      action={
        <Link
          href="/user/bonus"
          aria-label={`${t('home.seeAll')}: ${t('home.promotions')}`}
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent hover:underline"
        >
          {t('home.seeAll')}
        </Link>
      }
    >
      {promotions.map((promotion) => (
        <PromotionCard
          key={promotion.kind === 'bonus' ? promotion.bonus.code : promotion.kind}
          promotion={promotion}
        />
      ))}
    </Carousel>
  );
}

function useWords() {
  const t = useText();
  // Read for the page already.
  const currency = useGetWalletQuery().data?.wallet.currency;
  const local = useLocalText();
  return (promotion: Promotion): { title: string; detail: string } => {
    if (promotion.kind !== 'bonus') {
      const { kind } = promotion;
      return { title: t(`banner.${kind}`), detail: t(`banner.${kind}.open`) };
    }
    const { title, code, percent, cap, amount } = promotion.bonus;
    const money = (sum: string | null) => moneyText(sum ?? '0', currency);
    const detail =
      percent === null
        ? money(amount)
        : cap === null
          ? t('bonus.worth.percent', { percent })
          : t('home.promotion.upTo', { cap: money(cap) });
    return { title: local(title) || code, detail };
  };
}

function PromotionCard({ promotion }: { promotion: Promotion }) {
  const dialog = useDialog();
  const t = useText();
  const { title, detail } = useWords()(promotion);
  const isReady = promotion.kind === 'bonus' && promotion.bonus.quote.status === 'READY';
  const open = () => {
    if (promotion.kind === 'bonus') dialog.open('bonus', { code: promotion.bonus.code });
    else dialog.open(promotion.kind, {});
  };
  return (
    <button
      type="button"
      onClick={open}
      className="flex h-full w-full flex-col overflow-hidden rounded-card bg-surface text-start shadow-card transition-shadow hover:shadow-sheet focus-visible:-outline-offset-2"
    >
      <Picture promotion={promotion} />
      <span className="block w-full px-4 pt-2.5 pb-3">
        <span className="block truncate py-px text-sm font-semibold">{title}</span>
        <span className="flex min-h-6.5 items-center justify-between gap-2 text-xs">
          <span className="truncate py-px text-muted">{detail}</span>
          {isReady && (
            <span className="shrink-0 rounded-full bg-gold px-2.5 py-0.5 font-semibold text-on-gold">
              {t('common.receive')}
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

const SIGNS = { bonus: 'gift', invite: 'invite', refund: 'cashback' } as const;

/** The operator's picture, or the sign of the offer on its tint. */
function Picture({ promotion: { kind, picture } }: { promotion: Promotion }) {
  if (!picture) return <TintIcon name={SIGNS[kind]} className="aspect-2/1 w-full rounded-none!" />;
  return (
    <NearPicture
      src={picture}
      alt=""
      width={640}
      height={320}
      className="aspect-2/1 w-full bg-sunken object-cover"
    />
  );
}
