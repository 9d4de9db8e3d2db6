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
import { useCountedUp } from '../../ui/display/useCountedUp';
import { sumInGames } from './balances';
import { MoneyActions } from './MoneyActions';
import { Rosette } from './Rosette';

interface BalancePanelProps {
  wallet: Wallet;
  onRefresh: () => void;
  isRefreshing: boolean;
  /** What waits for the member, at the lower edge. */
  children?: ReactNode;
}

/** A button at the edge of the panel. */
const EDGE_BUTTON = '-me-2 text-on-hero-muted hover:bg-white/15';

/** The member, the total, where the money is, and the ways to move it. */
export function BalancePanel({ wallet, onRefresh, isRefreshing, children }: BalancePanelProps) {
  const t = useText();
  const { currency } = wallet.wallet;
  return (
    <section
      aria-label={t('wallet.totalBalance')}
      className="@container relative overflow-hidden rounded-card bg-linear-to-br from-hero-from to-hero-to text-on-hero shadow-card [&_:focus-visible]:outline-on-hero"
    >
      <Rosette />
      <div className="relative px-4 pt-2 pb-4 @lg:px-6 @lg:pt-4 @lg:pb-6">
        <div className="flex items-center gap-1">
          <p className="flex-1 truncate py-1.5 text-sm leading-relaxed font-medium text-on-hero-muted">
            {t('home.hello', { name: wallet.profile.name })}
          </p>
          <LastSync time={wallet.lastSync} />
          <IconButton
            icon="refresh"
            label={t('common.refresh')}
            busy={isRefreshing}
            onClick={onRefresh}
            className={EDGE_BUTTON}
          />
        </div>
        <TotalBalance amount={wallet.total} currency={currency} isAsked={isRefreshing} />
        <dl className="mt-1 mb-4 grid grid-cols-2 gap-x-4 gap-y-2 @lg:mb-5 @lg:flex @lg:gap-x-10">
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
        <MoneyActions />
      </div>
      {children}
    </section>
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
  const counted = useCountedUp(amount);
  // Ten million baht and more must still fit a small phone.
  const size = amount.length > 10 ? 'text-3xl' : 'text-4xl';
  return (
    <>
      <p className="text-xs text-on-hero-muted">{t('wallet.totalBalance')}</p>
      <div className="flex items-center gap-1">
        <p className={size}>
          <Asked isAsked={isAsked}>
            <Money amount={counted} currency={currency} className="font-bold tracking-tight" />
          </Asked>
        </p>
        <IconButton
          icon={isHidden ? 'eyeOff' : 'eye'}
          label={t(isHidden ? 'shell.balance.show' : 'shell.balance.hide')}
          aria-pressed={isHidden}
          onClick={() => dispatch(balanceVisibilityToggled())}
          className={`ms-auto ${EDGE_BUTTON}`}
        />
      </div>
    </>
  );
}

/** A gold edge marks the places of the money, unlike their sum. */
function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-s-2 border-gold/70 ps-2.5">
      <dt className="text-xs text-on-hero-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** How recent the balances of the games are; its place is at the button that asks for them again. */
function LastSync({ time }: { time: string | null }) {
  const t = useText();
  return (
    <p className="shrink-0 text-end text-xs text-on-hero-muted">
      <span className="block">{t('common.lastSync')}</span>
      {time ? (
        <>
          {/* The date would not fit on a small phone. */}
          <Moment time={time} show="relative" className="@md:hidden" />
          <Moment time={time} className="hidden @md:inline" />
        </>
      ) : (
        t('home.neverSynced')
      )}
    </p>
  );
}
