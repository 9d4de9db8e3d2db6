import type { Wallet } from '../../api/types';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { GameCover } from '../../ui/display/GameCover';
import { Icon } from '../../ui/display/Icon';
import { Money } from '../../ui/display/Money';

/** Two rows of three: the others are on the home page. */
const SHOWN_MAX = 6;

/** Playing opens an account there, and then there is a second place to transfer to. */
export function NoGame({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useText();
  const dialog = useDialog();
  const leaveFor = useLeaveFor();
  // A game account cannot be opened any more where the service has closed.
  const isGone = useIsServiceGone();
  const slots = isGone ? [] : wallet.slots;
  const { amount, currency } = wallet.wallet;
  const play = (slotCode: string) => {
    onClose();
    dialog.open('game', { slotCode });
  };
  return (
    <Modal title={t('transfer.transfer')} onClose={onClose}>
      <div className="space-y-4">
        <div className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-accent text-on-accent">
            <Icon name="wallet" size={22} />
          </span>
          <div className="min-w-0">
            <p className="text-sm text-muted">{t('wallet.mainWallet')}</p>
            <p className="text-lg font-semibold">
              <Money amount={amount} currency={currency} />
            </p>
          </div>
        </div>
        <div>
          <h3 className="font-semibold">{t('transfer.noGames')}</h3>
          {!isGone && <p className="text-sm text-muted">{t('transfer.noGamesDetail')}</p>}
        </div>
        <ul className="grid grid-cols-3 gap-3">
          {slots.slice(0, SHOWN_MAX).map((slot) => (
            <li key={slot.code}>
              <button
                type="button"
                onClick={() => play(slot.code)}
                className="flex w-full flex-col items-center gap-1.5 text-center text-xs font-medium"
              >
                <GameCover
                  slot={slot}
                  isDimmed={slot.maintenance}
                  isFirst
                  className="aspect-square w-full rounded-card shadow-card"
                />
                {slot.name}
              </button>
            </li>
          ))}
        </ul>
        {!isGone && (slots.length === 0 || slots.length > SHOWN_MAX) && (
          <Button tone="quiet" wide onClick={() => leaveFor('/user/home')}>
            {t('transfer.toGames')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
