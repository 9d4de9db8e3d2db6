import { useLocation } from 'wouter';
import { useGetWheelActiveQuery } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon, type IconName } from '../../ui/display/Icon';
import { Spinner } from '../../ui/display/Spinner';

interface ActionTilesProps {
  onRefresh: () => void;
  isRefreshing: boolean;
}

/** The actions with money, and the house's rewards. */
export function ActionTiles({ onRefresh, isRefreshing }: ActionTilesProps) {
  const t = useText();
  const dialog = useDialog();
  const [, navigate] = useLocation();
  const wheel = useGetWheelActiveQuery().data;
  return (
    <nav aria-label={t('home.actions')}>
      <ul className="grid grid-cols-4 gap-x-3 gap-y-4">
        <Tile
          icon="deposit"
          label={t('deposit.deposit')}
          onPress={() => dialog.open('deposit', {})}
        />
        <Tile
          icon="withdraw"
          label={t('withdraw.withdraw')}
          onPress={() => dialog.open('withdraw', {})}
        />
        <Tile
          icon="transfer"
          label={t('transfer.transfer')}
          onPress={() => dialog.open('transfer', {})}
        />
        {wheel?.isActive ? (
          <Tile
            icon="wheel"
            label={t('home.wheel')}
            count={wheel.coin}
            countText={t('home.coins', { n: wheel.coin })}
            onPress={() => dialog.open('wheel', {})}
          />
        ) : (
          <Tile
            icon="refresh"
            label={t('wallet.refreshAll')}
            onPress={onRefresh}
            busy={isRefreshing}
          />
        )}
        <Tile icon="gift" label={t('nav.bonus')} onPress={() => navigate('/user/bonus')} />
        <Tile
          icon="cashback"
          label={t('refund.refund')}
          onPress={() => dialog.open('banners', { kind: 'refund' })}
        />
        <Tile
          icon="userPlus"
          label={t('home.invite')}
          onPress={() => dialog.open('banners', { kind: 'invite' })}
        />
        <Tile icon="clock" label={t('home.limits')} onPress={() => navigate('/user/limits')} />
      </ul>
    </nav>
  );
}

interface TileProps {
  icon: IconName;
  label: string;
  onPress: () => void;
  busy?: boolean;
  /** A number at the corner. */
  count?: number;
  /** The same in words. */
  countText?: string;
}

const COUNT_MAX = 99;

function Tile({ icon, label, onPress, busy = false, count, countText }: TileProps) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onPress}
        className="group flex h-full w-full flex-col items-center gap-1.5 rounded-control text-center"
      >
        <span className="relative flex size-14 items-center justify-center rounded-control bg-surface text-accent shadow-card transition-colors group-hover:bg-accent-soft">
          {busy ? <Spinner size={24} /> : <Icon name={icon} />}
          {count !== undefined && (
            <span
              aria-hidden="true"
              className="tabular absolute -end-1.5 -top-1.5 flex h-6 min-w-6 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-bold text-on-accent ring-2 ring-canvas"
            >
              {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
            </span>
          )}
        </span>
        <span className="text-xs font-medium">{label}</span>
        {countText && <span className="sr-only">{countText}</span>}
      </button>
    </li>
  );
}
