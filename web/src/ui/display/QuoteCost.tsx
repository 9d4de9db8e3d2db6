import type { Quote } from '../../api/types';
import { atLeast, atMost } from '../../intl/bounds';
import { formatDay } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';

interface QuoteCostProps {
  quote: Quote;
  currency: string;
  /** The question to the player; none where the dialog asks it. */
  question?: string | null;
}

/**
 * What an offer costs this player: what is given, the target, and what is locked. Shown even while
 * amounts are hidden, because nobody should decide about figures that cannot be seen.
 */
export function QuoteCost({ quote, currency, question }: QuoteCostProps) {
  const t = useText();
  const { figures } = quote;
  if (!figures) return null;
  const money = (amount: string) => moneyText(amount, currency);
  const day = figures.expiresAt === null ? '' : formatDay(figures.expiresAt);
  const isFree = isZero(figures.locked);
  const kind = isFree ? 'free' : day ? 'until' : 'open';
  const closes = quote.closesOnPlay
    ? t('bonus.cost.closesOnPlay')
    : quote.closesOnWithdrawal && t('bonus.cost.closesOnWithdrawal');
  return (
    <section
      aria-label={t('bonus.bonus')}
      className="space-y-1.5 rounded-control bg-accent-soft px-4 py-3 text-ink"
    >
      <p className="font-semibold">
        {t(`bonus.cost.${kind}`, {
          amount: money(figures.amount),
          target: money(atLeast(figures.successFrom, currency)),
          locked: money(figures.locked),
          day,
        })}
      </p>
      {!isFree && (
        <p className="text-sm">
          {!isZero(figures.turnoverNeeded) && (
            <>
              {t('bonus.cost.turnover', {
                turnover: money(atLeast(figures.turnoverNeeded, currency)),
              })}{' '}
            </>
          )}
          {t('bonus.cost.failTo', { failTo: money(atMost(figures.failTo, currency)) })}
        </p>
      )}
      {closes && <p className="text-sm">{closes}</p>}
      {quote.status === 'UNKNOWN' && (
        <p className="text-sm text-caution">{t('bonus.cost.books')}</p>
      )}
      {question && <p className="pt-1 font-semibold">{question}</p>}
    </section>
  );
}
