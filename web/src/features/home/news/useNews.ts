import { useMemo } from 'react';
import { useCheckRefundQuery, useGetActiveGrantQuery } from '../../../api/rewardApi';
import { useGetStatementQuery } from '../../../api/statementApi';
import { useGetCouponsQuery } from '../../../api/wheelApi';
import { useNow } from '../../../ui/display/clock';
import { type News, newsOf } from './news';

/** More deposits than a player has open at a time. */
const NEWEST_DEPOSITS = { page: 1, limit: 20, type: ['deposit' as const] };
const FIRST_COUPONS = { page: 1, limit: 3 };
const FRESH = { refetchOnMountOrArgChange: true };

/** What waits for the player; a source that does not answer is left out. */
export function useNews(): News[] {
  const deposits = useGetStatementQuery(NEWEST_DEPOSITS, FRESH).data?.statements;
  const refund = useCheckRefundQuery().data;
  const active = useGetActiveGrantQuery().data;
  const coupons = useGetCouponsQuery(FIRST_COUPONS, FRESH).data?.coupons;
  // To the minute: the order does not change faster.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  return useMemo(
    () => newsOf({ deposits: deposits ?? [], refund, active, coupons: coupons ?? [] }, now),
    [deposits, refund, active, coupons, now],
  );
}
