import { isZero } from '../../intl/money';
import type { PlayerSide } from '../api/sideApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';

type Wallet = NonNullable<PlayerSide['wallet']>;

/** What the player can use at once, large; what lies elsewhere, small and only if there is any. */
export function Balances({ wallet }: { wallet: Wallet }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { currency } = wallet;
  const money = (amount: string) => moneyText({ amount, currency });
  const elsewhere: [string, string][] = [
    ...wallet.games.map(({ code, amount }): [string, string] => [code.toUpperCase(), amount]),
    [nameOf('support.account', 'in_transit'), wallet.inTransit],
    [nameOf('support.account', 'withdrawal'), wallet.pendingWithdrawal],
  ];
  const shown = elsewhere.filter(([, amount]) => !isZero(amount));
  const small: [string, string][] = [
    ...shown.map(([label, amount]): [string, string] => [label, money(amount)]),
    [nameOf('support.account', 'coins'), moneyText({ amount: wallet.coins, currency: 'COIN' })],
  ];
  return (
    <div>
      <dl>
        <dt className="text-xs text-muted">{nameOf('support.account', 'main')}</dt>
        <dd className="tabular text-3xl leading-tight font-bold whitespace-nowrap">
          {money(wallet.main)}
        </dd>
        <dd className="tabular text-sm text-muted">
          {t('support.side.inTotal', { amount: money(wallet.total) })}
        </dd>
      </dl>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1.5">
        {small.map(([label, text]) => (
          <div key={label} className="min-w-0">
            <dt className="truncate py-px text-xs text-muted">{label}</dt>
            <dd className="tabular text-sm font-semibold whitespace-nowrap">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
