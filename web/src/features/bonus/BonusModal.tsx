import { useActivateBonusMutation, useGetNoticeQuery } from '../../api/rewardApi';
import type { Bonus } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { BannerSlides } from '../../ui/BannerSlides';
import { Notice } from '../../ui/Notice';
import { noticeFor } from './notice';
import { OfferModal } from './OfferModal';
import { OfferTerms } from './OfferTerms';
import { useReceive } from './useReceive';

interface BonusModalProps {
  bonus: Bonus;
  currency: string;
  /** Some grant is active, this one or another. */
  isBlocked: boolean;
  onClose: () => void;
}

/** One bonus: the operator's banners, its conditions, and the way to receive it. */
export function BonusModal({ bonus, currency, isBlocked, onClose }: BonusModalProps) {
  const t = useText();
  const local = useLocalText();
  const [activate] = useActivateBonusMutation();
  const receiving = useReceive({ kind: 'bonus', activate, currency, onReceived: onClose });
  const notice = useGetNoticeQuery().data?.notice;
  const title = local(bonus.title);
  return (
    <OfferModal
      title={title}
      offer={bonus}
      currency={currency}
      receiving={receiving}
      active={bonus.userBonus.isActive ? 'this' : isBlocked ? 'other' : null}
      onClose={onClose}
    >
      <BannerSlides label={title} banners={bonus.banners} />
      <OfferTerms
        offer={bonus}
        currency={currency}
        limit={t(`bonus.times.${bonus.type}`, { n: bonus.maxReceived })}
      />
      {notice && <Notice tone="caution">{noticeFor(local(notice), bonus.percentFail)}</Notice>}
    </OfferModal>
  );
}
