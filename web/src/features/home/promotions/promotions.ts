/** What the house offers, as the home page shows it. */
import type { Banner, Bonus } from '../../../api/types';

export type Promotion =
  | { kind: 'bonus'; bonus: Bonus; picture: string | null }
  | { kind: 'invite' | 'refund'; picture: string | null };

interface Sources {
  bonuses: readonly Bonus[];
  invite: readonly Banner[];
  refund: readonly Banner[];
}

/** Claimed as often as allowed, and no longer active: its card could not be pressed. */
const isDone = ({ isReceived, userBonus }: Bonus) => isReceived && !userBonus.isActive;

/** The offers that can be claimed come first; inviting and cashback are always there. */
export function promotionsOf({ bonuses, invite, refund }: Sources): Promotion[] {
  const rank = ({ quote }: Bonus) => (quote.status === 'READY' ? 0 : 1);
  const open = bonuses.filter((bonus) => !isDone(bonus));
  return [
    ...open
      .sort((left, right) => rank(left) - rank(right))
      .map((bonus) => ({
        kind: 'bonus' as const,
        bonus,
        picture: bonus.banners[0]?.image ?? null,
      })),
    { kind: 'invite', picture: invite[0]?.image ?? null },
    { kind: 'refund', picture: refund[0]?.image ?? null },
  ];
}
