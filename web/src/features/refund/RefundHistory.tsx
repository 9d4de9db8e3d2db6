import { useGetRefundsQuery } from '../../api/rewardApi';
import type { Refund } from '../../api/types';
import { usePages } from '../../api/usePages';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { PagedList } from '../../ui/feedback/PagedList';

export const PAGE_SIZE = 10;

/** Earlier refunds, newest first. */
export function RefundHistory({ currency }: { currency: string }) {
  const t = useText();
  return (
    <section aria-label={t('refund.history')}>
      <PagedList
        list={usePages(useGetRefundsQuery, PAGE_SIZE)}
        items={(page) => page.refunds}
        rows={1}
        empty={<p className="text-center text-sm text-muted">{t('refund.noHistory')}</p>}
      >
        {(refunds) => (
          <>
            <h3 className="pt-2 font-semibold">{t('refund.history')}</h3>
            <ul className="divide-y divide-line">
              {refunds.map((refund) => (
                <Row key={refund.createdAt} refund={refund} currency={currency} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </section>
  );
}

const LOOKS: Record<Refund['status'], { icon: IconName; colour: string }> = {
  RECEIVED: { icon: 'clock', colour: 'bg-caution-soft text-caution' },
  ADDED: { icon: 'check', colour: 'bg-positive-soft text-positive' },
  EXPIRED: { icon: 'close', colour: 'bg-sunken text-muted' },
};

function Row({ refund, currency }: { refund: Refund; currency: string }) {
  const t = useText();
  const look = LOOKS[refund.status] ?? LOOKS.RECEIVED;
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <Money
          amount={refund.refundAmount}
          currency={currency}
          direction={refund.status === 'ADDED' ? 'in' : 'none'}
          className="font-semibold"
        />
        <Moment time={refund.createdAt} show="day" className="block text-xs text-muted" />
      </div>
      <span
        className={classNames(
          'inline-flex shrink-0 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-xs font-medium',
          look.colour,
        )}
      >
        <Icon name={look.icon} size={14} />
        {t(`refund.status.${refund.status}`)}
      </span>
    </li>
  );
}
