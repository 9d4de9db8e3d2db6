import { useState } from 'react';
import { type Coupon, useGetCouponsQuery } from '../../api/wheelApi';
import { useLocalText } from '../../intl/localText';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Pager } from '../../ui/display/Pager';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { ClaimConfirm } from './ClaimConfirm';
import { useHeld } from './useHeld';

export const PAGE_SIZE = 3;

/** What was won and has not been claimed, three a page. */
export function Coupons({ isHeld }: { isHeld: boolean }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const [claimed, setClaimed] = useState<Coupon | null>(null);
  const list = useGetCouponsQuery({ page, limit: PAGE_SIZE }, { refetchOnMountOrArgChange: true });
  const { error, isFetching, refetch } = list;
  const data = useHeld(list.data, isHeld);
  // The last one of a page was claimed.
  const pages = data ? Math.max(1, Math.ceil(data.total / PAGE_SIZE)) : page;
  if (page > pages && !isFetching) setPage(pages);
  const close = () => {
    setClaimed(null);
    refetch();
  };
  return (
    <section aria-labelledby="coupons" className="mt-6">
      <h3 id="coupons" className="mb-2 text-lg font-semibold">
        {t('coupon.mine')}
      </h3>
      {!data && error ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : !data ? (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton className="h-28 w-full" />
        </div>
      ) : data.coupons.length === 0 ? (
        <p className="rounded-control bg-sunken px-4 py-5 text-center text-muted">
          {t('coupon.none')}
        </p>
      ) : (
        <>
          <CouponTable coupons={data.coupons} isOld={isFetching} onClaim={setClaimed} />
          <Pager
            page={page}
            total={data.total}
            limit={PAGE_SIZE}
            busy={isFetching}
            onPage={setPage}
          />
        </>
      )}
      {claimed && <ClaimConfirm coupon={claimed} onClose={close} />}
    </section>
  );
}

interface CouponTableProps {
  coupons: Coupon[];
  isOld: boolean;
  onClaim: (coupon: Coupon) => void;
}

function CouponTable({ coupons, isOld, onClaim }: CouponTableProps) {
  const t = useText();
  return (
    <table className={classNames('w-full text-sm transition-opacity', isOld && 'opacity-60')}>
      <caption className="sr-only">{t('coupon.mine')}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted *:py-2 *:font-medium">
          <th scope="col" className="pe-2 text-start">
            {t('coupon.coupon')}
          </th>
          <th scope="col" className="px-2 text-end whitespace-nowrap">
            {t('coupon.amount')}
          </th>
          <th scope="col" className="ps-2">
            <span className="sr-only">{t('coupon.claim')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {coupons.map((coupon) => (
          <CouponRow
            key={`${coupon.prize.code} ${coupon.expiresAt} ${coupon.type}`}
            coupon={coupon}
            onClaim={() => onClaim(coupon)}
          />
        ))}
      </tbody>
    </table>
  );
}

function CouponRow({ coupon, onClaim }: { coupon: Coupon; onClaim: () => void }) {
  const t = useText();
  const local = useLocalText();
  const { prize, amount, status, expiresAt, isExpired } = coupon;
  const label = local(prize.slice.label) || local(prize.name);
  const html = local(prize.slice.htmlDescription ?? undefined);
  return (
    <tr className="align-top *:py-3">
      <td className="pe-2">
        <p className="font-semibold">{label}</p>
        {html && <SafeHtml html={html} className="text-muted" />}
        {expiresAt && (
          <p className={classNames('text-xs', isExpired ? 'text-negative' : 'text-muted')}>
            {t(isExpired ? 'coupon.expired' : 'coupon.until', { until: formatMoment(expiresAt) })}
          </p>
        )}
      </td>
      <td className="tabular px-2 text-end font-semibold">{amount}</td>
      <td className="ps-2 text-end">
        {isExpired ? null : status !== 'READY' ? (
          <p className="ms-auto max-w-32 text-xs text-muted">
            {status === 'NOT_MONEY'
              ? t('coupon.gift')
              : t(`bonus.quote.${status}`, { amount: '', min: '' })}
          </p>
        ) : (
          <Button
            tone="secondary"
            aria-label={`${t('coupon.claim')}: ${label}`}
            onClick={onClaim}
            className="-my-1 px-4 text-sm whitespace-nowrap"
          >
            {t('coupon.claim')}
          </Button>
        )}
      </td>
    </tr>
  );
}
