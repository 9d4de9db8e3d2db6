import type { GrantOffer } from '../../api/types';
import { useText } from '../../intl/text';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { useOfferWords } from './useOfferWords';

interface OfferTermsProps {
  offer: GrantOffer;
  currency: string;
  /** How often it may be claimed, unless that is once. */
  limit?: string;
}

/** All conditions of an offer, shown before it is received; none in small print. */
export function OfferTerms({ offer, currency, limit }: OfferTermsProps) {
  const t = useText();
  const words = useOfferWords(currency);
  const { minDeposit, maxWithdraw, expireDays, turnoverTimes } = offer;
  return (
    <FigureList>
      <Figure label={t('bonus.worth')}>{words.worth(offer)}</Figure>
      {minDeposit !== null && (
        <Figure label={t('bonus.minDeposit')}>{words.money(minDeposit)}</Figure>
      )}
      <Figure label={t('bonus.wonFrom')}>
        {t('bonus.ofBase', { percent: offer.successPercent })}
      </Figure>
      <Figure label={t('bonus.lostTo')}>{t('bonus.ofBase', { percent: offer.percentFail })}</Figure>
      {turnoverTimes > 0 && (
        <Figure label={t('bonus.turnover')}>
          {t('bonus.turnoverTimes', { times: turnoverTimes })}
        </Figure>
      )}
      {maxWithdraw !== null && (
        <Figure label={t('bonus.maxWithdraw')}>{words.money(maxWithdraw)}</Figure>
      )}
      {expireDays !== null && (
        <Figure label={t('bonus.expires')}>{t('bonus.expireDays', { days: expireDays })}</Figure>
      )}
      {limit && <Figure label={t('bonus.limit')}>{limit}</Figure>}
    </FigureList>
  );
}
