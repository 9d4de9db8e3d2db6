import { Link } from 'wouter';
import { useGetBannersQuery } from '../../../api/inviteApi';
import { useGetBonusesQuery } from '../../../api/rewardApi';
import { useLocalText } from '../../../intl/localText';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { Carousel } from '../../../ui/display/Carousel';
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
  const local = useLocalText();
  return (promotion: Promotion): { title: string; detail: string } => {
    if (promotion.kind !== 'bonus') {
      const { kind } = promotion;
      return { title: t(`banner.${kind}`), detail: t(`banner.${kind}.open`) };
    }
    const { title, type, code } = promotion.bonus;
    return { title: local(title) || code, detail: t(`bonus.type.${type}`) };
  };
}

function PromotionCard({ promotion }: { promotion: Promotion }) {
  const dialog = useDialog();
  const { title, detail } = useWords()(promotion);
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
        <span className="block truncate py-px text-xs text-muted">{detail}</span>
      </span>
    </button>
  );
}

const SIGNS = { bonus: 'gift', invite: 'invite', refund: 'cashback' } as const;

/** The operator's picture, or the sign of the offer on its tint. */
function Picture({ promotion: { kind, picture } }: { promotion: Promotion }) {
  if (!picture) return <TintIcon name={SIGNS[kind]} className="aspect-2/1 w-full rounded-none!" />;
  return (
    <img
      src={picture}
      alt=""
      width={640}
      height={320}
      className="aspect-2/1 w-full bg-sunken object-cover"
    />
  );
}
