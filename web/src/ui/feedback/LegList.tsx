import type { GameBalance, Leg } from '../../api/types';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useReason } from '../../intl/transferProblem';
import { Money } from '../display/Money';
import { StatusBadge } from '../display/StatusBadge';

interface LegListProps {
  legs: readonly Leg[];
  /** The current balances of the games whose step has failed. */
  games?: readonly GameBalance[] | undefined;
  currency: string;
  nameOf: (code: string) => string;
}

/** Each step with its own outcome. */
export function LegList({ legs, games = [], currency, nameOf }: LegListProps) {
  const t = useText();
  const money = useMoneyText(currency);
  const reasonOf = useReason();
  return (
    <ul
      aria-label={t('transfer.legs')}
      className="divide-y divide-line rounded-control bg-sunken px-4 text-start"
    >
      {legs.map((leg) => {
        const hasFailed = leg.status === 'FAILED';
        // The provider's reason, or why it was not started.
        const reason = hasFailed && (reasonOf(leg.reason) ?? reasonOf(leg.message));
        const game = hasFailed ? games.find(({ code }) => code === leg.from) : undefined;
        return (
          <li key={leg.id} className="flex items-start justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-medium">
                {t('statement.transferRoute', { from: nameOf(leg.from), to: nameOf(leg.to) })}
              </p>
              {reason && <p className="text-sm text-negative">{reason}</p>}
              {game?.ok && (
                <p className="text-sm text-muted">
                  {t('transfer.gameHolds', { name: nameOf(leg.from), amount: money(game.amount) })}
                </p>
              )}
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <Money amount={leg.amount} currency={currency} className="font-medium" />
              <StatusBadge status={leg.status} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
