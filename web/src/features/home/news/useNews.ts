import { useMemo } from 'react';
import { useGetQrQuery } from '../../../api/depositApi';
import { useCheckRefundQuery, useGetActiveGrantQuery } from '../../../api/rewardApi';
import {
  NEWEST_CREDITS,
  NEWEST_SLIPS,
  useGetSlipsQuery,
  useGetStatementQuery,
} from '../../../api/statementApi';
import { useGetCouponsQuery } from '../../../api/wheelApi';
import { useClientSelector, useIsServiceGone } from '../../../client/hooks';
import { openQr } from '../../../client/openQr';
import { useNow } from '../../../ui/display/clock';
import { useIsDesktop } from '../../../ui/display/useIsDesktop';
import { lastLines } from '../lines/LinesFrame';
import { type News, newsOf } from './news';

const FIRST_COUPONS = { page: 1, limit: 3 };
const FRESH = { refetchOnMountOrArgChange: true };

/** What waits for the player; a source that does not answer is left out. */
export function useNews(invite: string): News[] {
  const credits = useGetStatementQuery(NEWEST_CREDITS, FRESH).data?.statements;
  // What the list of the last lines has read already.
  const count = lastLines(useIsDesktop());
  const lines = useGetStatementQuery({ page: 1, limit: count }).data?.statements;
  const slips = useGetSlipsQuery(NEWEST_SLIPS).data?.slips;
  const refund = useCheckRefundQuery().data;
  const active = useGetActiveGrantQuery().data;
  const coupons = useGetCouponsQuery(FIRST_COUPONS, FRESH).data?.coupons;
  const qr = useOpenQr();
  // No coupon can be claimed then.
  const isGone = useIsServiceGone();
  // To the minute: the order does not change faster.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  return useMemo(() => {
    const deposits = (credits ?? []).filter(({ statementType }) => statementType === 'deposit');
    const claimable = isGone ? [] : (coupons ?? []);
    const sources = {
      deposits,
      slips: slips ?? [],
      qr,
      lines: lines ?? [],
      invite: isGone ? '0' : invite,
      refund,
      active,
      coupons: claimable,
    };
    return newsOf(sources, now);
  }, [credits, slips, qr, lines, invite, refund, active, coupons, isGone, now]);
}

/** The QR that was made on this device, as the server knows it; null once it cannot be paid. */
function useOpenQr(): { amount: string; until: string } | null {
  const member = useClientSelector((state) => state.session.current?.username ?? '');
  const kept = openQr(member);
  const isOver = !kept || kept.until <= Date.now();
  const { currentData } = useGetQrQuery(kept?.channel ?? '', { skip: isOver });
  const { hasQrcode, amount, expiresAt } = currentData ?? {};
  return useMemo(
    () => (hasQrcode && amount && expiresAt ? { amount, until: expiresAt } : null),
    [hasQrcode, amount, expiresAt],
  );
}
