/** What waits for the player, the most urgent first. */
import type { ActiveGrant, Grant, RefundCheck, Slip, StatementLine } from '../../../api/types';
import type { Coupon } from '../../../api/wheelApi';
import { addAmounts, isZero } from '../../../intl/money';

/** A unique name: there is one of each kind, and some differ by whether staff check them. */
export const nameOf = (news: News): string =>
  'isWithStaff' in news ? `${news.kind}-${news.isWithStaff}` : news.kind;

export type News =
  | { kind: 'deposit'; amount: string; isWithStaff: boolean }
  | { kind: 'slip'; count: number; isWithStaff: boolean }
  | { kind: 'qr'; amount: string; until: string }
  | { kind: 'transfer'; amount: string }
  | { kind: 'invite'; amount: string }
  | { kind: 'cashback'; amount: string; until: string }
  | { kind: 'grant'; grant: Grant }
  | { kind: 'prize'; coupon: Coupon };

interface Sources {
  /** Newest deposits. */
  deposits: readonly StatementLine[];
  /** Newest slips: one under check has no line, because nobody knows yet what was paid. */
  slips: readonly Slip[];
  /** A QR that can still be paid. */
  qr: { amount: string; until: string } | null;
  /** Newest lines of all kinds. */
  lines: readonly StatementLine[];
  /** What friends have earned the player. */
  invite: string;
  refund: RefundCheck | undefined;
  active: ActiveGrant | undefined;
  coupons: readonly Coupon[];
}

const DAY_MS = 86_400_000;

/** Deposits that staff or the bank still has to check, each group as one sum. */
function depositNews(deposits: readonly StatementLine[]): News[] {
  const waiting = deposits.filter(({ status }) => status === 'PENDING');
  return [true, false].flatMap((isWithStaff): News[] => {
    // An announced deposit is always for staff; any other one has a reason why it was left to them.
    const lines = waiting.filter(
      ({ method, reason }) => (method === 'manual' || Boolean(reason)) === isWithStaff,
    );
    if (lines.length === 0) return [];
    return [{ kind: 'deposit', amount: addAmounts(...lines.map((it) => it.amount)), isWithStaff }];
  });
}

/** Moves between the wallet and games that a game has not answered, as one sum. */
function transferNews(lines: readonly StatementLine[]): News[] {
  const open = lines.filter(
    ({ statementType, status }) => statementType === 'transfer' && status === 'PENDING',
  );
  if (open.length === 0) return [];
  return [{ kind: 'transfer', amount: addAmounts(...open.map((line) => line.amount)) }];
}

function slipNews(slips: readonly Slip[]): News[] {
  const waiting = slips.filter(({ status }) => status === 'PENDING');
  return [true, false].flatMap((isWithStaff): News[] => {
    // An open slip has a note only once it waits for staff.
    const count = waiting.filter(({ note }) => (note !== null) === isWithStaff).length;
    return count > 0 ? [{ kind: 'slip', count, isWithStaff }] : [];
  });
}

/** The cashback of a period can be claimed until the next period has ended. */
function endOfRefund({ period, pending }: RefundCheck): string | null {
  if (pending) return pending.keepUntil;
  if (!period) return null;
  const to = Date.parse(period.to);
  return new Date(to + (to - Date.parse(period.from))).toISOString();
}

function cashbackNews(refund: RefundCheck | undefined): News[] {
  const amount = refund?.pending?.amount ?? refund?.refundAmount ?? '0';
  const until = refund && endOfRefund(refund);
  const isThere = refund && (refund.pending || refund.result) && !isZero(amount);
  return isThere && until ? [{ kind: 'cashback', amount, until }] : [];
}

function endOf(news: News): number | null {
  if (news.kind === 'cashback' || news.kind === 'qr') return Date.parse(news.until);
  const end = news.kind === 'grant' ? news.grant.expiresAt : null;
  const until = news.kind === 'prize' ? news.coupon.expiresAt : end;
  return until ? Date.parse(until) : null;
}

/** Money that waits comes first, then what is lost within a day, then all else. */
function rankOf(news: News, now: number): number {
  if ('isWithStaff' in news) return news.isWithStaff ? 0 : 1;
  if (news.kind === 'qr' || news.kind === 'transfer' || news.kind === 'invite') return 1;
  const end = endOf(news);
  return end !== null && end - now < DAY_MS ? 2 : 3;
}

export function newsOf(sources: Sources, now: number): News[] {
  const { deposits, slips, qr, lines, invite, refund, active, coupons } = sources;
  const grant = active?.grant ?? null;
  const prize = coupons.find(({ type, isExpired }) => type === 'money' && !isExpired);
  const news: News[] = [
    ...depositNews(deposits),
    ...slipNews(slips),
    ...(qr ? [{ kind: 'qr' as const, ...qr }] : []),
    ...transferNews(lines),
    // While a grant is active no other reward can be claimed.
    ...(grant || isZero(invite) ? [] : [{ kind: 'invite' as const, amount: invite }]),
    ...(grant ? [{ kind: 'grant' as const, grant }] : cashbackNews(refund)),
    ...(prize && !grant ? [{ kind: 'prize' as const, coupon: prize }] : []),
  ];
  const byEnd = (it: News) => endOf(it) ?? Number.POSITIVE_INFINITY;
  return news.sort(
    (left, right) => rankOf(left, now) - rankOf(right, now) || byEnd(left) - byEnd(right) || 0,
  );
}
