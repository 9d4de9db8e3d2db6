import { useLocation } from 'wouter';
import { useGetWheelActiveQuery } from '../../api/wheelApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Spinner } from '../../ui/display/Spinner';
import { type SignName, TintIcon } from '../../ui/display/TintIcon';

interface ActionTilesProps {
  onRefresh: () => void;
  isRefreshing: boolean;
}

/** The house's rewards and the member's limits, each with its own tint. */
export function ActionTiles({ onRefresh, isRefreshing }: ActionTilesProps) {
  const t = useText();
  const dialog = useDialog();
  const [, navigate] = useLocation();
  const wheel = useGetWheelActiveQuery().data;
  const isGone = useIsServiceGone();
  return (
    <nav aria-label={t('home.actions')} className="rounded-card bg-surface px-1 py-3 shadow-card">
      <ul className={isGone ? 'grid grid-cols-4' : 'grid grid-cols-5'}>
        {/* Until the answer is there it is as most operators have it. */}
        {!isGone && (!wheel || wheel.isActive) ? (
          <Tile
            icon="wheel"
            label={t('home.wheel')}
            count={wheel?.coin}
            countText={wheel && t('home.coins', { n: wheel.coin })}
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
          onPress={() => dialog.open('refund', {})}
        />
        {!isGone && (
          <Tile icon="invite" label={t('home.invite')} onPress={() => dialog.open('invite', {})} />
        )}
        <Tile icon="limits" label={t('home.limits')} onPress={() => navigate('/user/limits')} />
      </ul>
    </nav>
  );
}

interface TileProps {
  icon: SignName;
  label: string;
  onPress: () => void;
  busy?: boolean;
  /** A number at the corner. */
  count?: number | undefined;
  /** The same in words. */
  countText?: string | undefined;
}

const COUNT_MAX = 99;

function Tile({ icon, label, onPress, busy = false, count = 0, countText }: TileProps) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onPress}
        className="group flex h-full w-full flex-col items-center gap-1.5 rounded-control px-0.5 py-1 text-center"
      >
        <span className="relative shrink-0 transition-transform group-active:scale-95">
          <TintIcon
            name={icon}
            className="size-13 group-hover:brightness-97 dark:group-hover:brightness-115"
          />
          {busy && (
            <span className="absolute inset-0 flex items-center justify-center rounded-[1.125rem] bg-surface/80 text-accent">
              <Spinner size={24} />
            </span>
          )}
          {count > 0 && (
            <span
              aria-hidden="true"
              className="tabular absolute -end-1.5 -top-1.5 flex h-6 min-w-6 items-center justify-center rounded-full bg-gold px-1.5 text-xs font-bold text-on-gold ring-2 ring-surface"
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
