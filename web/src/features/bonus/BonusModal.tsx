import {
  useActivateBonusMutation,
  useGetNoticeQuery,
  useQuoteBonusQuery,
} from '../../api/rewardApi';
import type { Bonus } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { BannerSlides } from '../../ui/display/BannerSlides';
import { Notice } from '../../ui/feedback/Notice';
import { noticeFor } from './notice';
import { OfferModal } from './OfferModal';
import { OfferTerms } from './OfferTerms';
import { useReceive } from './useReceive';

interface BonusModalProps {
  bonus: Bonus;
  currency: string;
  onClose: () => void;
}

/** One bonus: what it costs this player, the operator's banners and its conditions. */
export function BonusModal({ bonus, currency, onClose }: BonusModalProps) {
  const t = useText();
  const local = useLocalText();
  const [activate] = useActivateBonusMutation();
  const receiving = useReceive({ kind: 'bonus', activate, currency, onReceived: onClose });
  const quoting = useQuoteBonusQuery(bonus.code);
  const notice = useGetNoticeQuery().data?.notice;
  const title = local(bonus.title);
  return (
    <OfferModal
      title={title}
      offer={bonus}
      quoting={quoting}
      currency={currency}
      receiving={receiving}
      isActive={bonus.userBonus.isActive}
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
