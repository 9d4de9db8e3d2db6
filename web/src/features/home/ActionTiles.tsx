import { useDialog } from '../../app/dialog';
import { useText } from '../../intl/text';
import { Icon, type IconName } from '../../ui/Icon';
import { Spinner } from '../../ui/Spinner';

interface ActionTilesProps {
  onRefresh: () => void;
  isRefreshing: boolean;
}

export function ActionTiles({ onRefresh, isRefreshing }: ActionTilesProps) {
  const t = useText();
  const dialog = useDialog();
  return (
    <nav aria-label={t('home.actions')}>
      <ul className="grid grid-cols-4 gap-3">
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
        <Tile
          icon="refresh"
          label={t('wallet.refreshAll')}
          onPress={onRefresh}
          busy={isRefreshing}
        />
      </ul>
    </nav>
  );
}

interface TileProps {
  icon: IconName;
  label: string;
  onPress: () => void;
  busy?: boolean;
}

function Tile({ icon, label, onPress, busy = false }: TileProps) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onPress}
        className="group flex h-full w-full flex-col items-center gap-1.5 rounded-control text-center"
      >
        <span className="flex size-14 items-center justify-center rounded-control bg-surface text-accent shadow-card transition-colors group-hover:bg-accent-soft">
          {busy ? <Spinner size={24} /> : <Icon name={icon} />}
        </span>
        <span className="text-xs font-medium">{label}</span>
      </button>
    </li>
  );
}
