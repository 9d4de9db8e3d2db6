import type { ReactNode } from 'react';
import type { Wallet } from '../../api/types';
import { useAppDispatch, useClientSelector } from '../../client/hooks';
import { balanceVisibilityToggled } from '../../client/preferences';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { IconButton } from '../../ui/display/IconButton';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { sumInGames } from './balances';

interface BalancePanelProps {
  wallet: Wallet;
  onRefresh: () => void;
  isRefreshing: boolean;
}

/** The member, the total, where the money is, and how recent the figures are. */
export function BalancePanel({ wallet, onRefresh, isRefreshing }: BalancePanelProps) {
  const t = useText();
  const { currency } = wallet.wallet;
  return (
    <section
      aria-label={t('wallet.totalBalance')}
      className="rounded-card bg-linear-to-br from-hero-from to-hero-to p-5 text-on-hero shadow-card [&_:focus-visible]:outline-on-hero"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate py-px text-lg leading-relaxed font-semibold">
            {t('home.hello', { name: wallet.profile.name })}
          </p>
          <LastSync wallet={wallet} />
        </div>
        <IconButton
          icon="refresh"
          label={t('common.refresh')}
          busy={isRefreshing}
          onClick={onRefresh}
          className="-me-2 -mt-1.5 hover:bg-white/15"
        />
      </div>
      <TotalBalance amount={wallet.total} currency={currency} isAsked={isRefreshing} />
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-white/20 pt-4 sm:grid-cols-4">
        <Part label={t('wallet.mainWallet')}>
          <Money amount={wallet.wallet.amount} currency={currency} />
        </Part>
        <Part label={t('home.inGames')}>
          <Asked isAsked={isRefreshing}>
            <Money amount={sumInGames(wallet.slots)} currency={currency} />
          </Asked>
        </Part>
        {!isZero(wallet.inTransit) && (
          <Part label={t('home.inTransit')}>
            <Money amount={wallet.inTransit} currency={currency} />
          </Part>
        )}
        {!isZero(wallet.pendingWithdrawal) && (
          <Part label={t('home.pendingWithdrawal')}>
            <Money amount={wallet.pendingWithdrawal} currency={currency} />
          </Part>
        )}
      </dl>
    </section>
  );
}

/** How recent the figures are; always one line, so that nothing below it moves. */
function LastSync({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const { lastSync, slots } = wallet;
  const hasGames = slots.some((slot) => slot.isActive);
  return (
    <p className="min-h-[1lh] text-xs whitespace-nowrap text-on-hero-muted">
      {lastSync ? (
        <>
          {t('common.lastSync')} {/* The date would not fit on a small phone. */}
          <Moment time={lastSync} show="relative" className="sm:hidden" />
          <Moment time={lastSync} className="hidden sm:inline" />
        </>
      ) : (
        hasGames && t('home.neverSynced')
      )}
    </p>
  );
}

interface TotalBalanceProps {
  amount: string;
  currency: string;
  isAsked: boolean;
}

function TotalBalance({ amount, currency, isAsked }: TotalBalanceProps) {
  const t = useText();
  const dispatch = useAppDispatch();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  // Ten million baht and more must still fit a small phone.
  const size = amount.length > 10 ? 'text-3xl' : 'text-4xl';
  return (
    <div className="mt-2">
      <div className="flex items-center gap-1">
        <p className="text-sm text-on-hero-muted">{t('wallet.totalBalance')}</p>
        <IconButton
          icon={isHidden ? 'eyeOff' : 'eye'}
          label={t(isHidden ? 'shell.balance.show' : 'shell.balance.hide')}
          aria-pressed={isHidden}
          onClick={() => dispatch(balanceVisibilityToggled())}
          className="-mt-2 hover:bg-white/15"
        />
      </div>
      <p className={size}>
        <Asked isAsked={isAsked}>
          <Money amount={amount} currency={currency} className="font-bold tracking-tight" />
        </Asked>
      </p>
    </div>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-on-hero-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
