import type { Wallet } from '../../api/types';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Money } from '../../ui/display/Money';
import { TintIcon } from '../../ui/display/TintIcon';

/** The earnings from invited friends, and the button to claim them, off while there are none. */
export function InvitePanel({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const dialog = useDialog();
  const { amount } = wallet.invite;
  return (
    <Card flush className="flex h-19 items-center gap-3 px-3">
      <TintIcon name="invite" className="size-12" />
      <div className="min-w-0 flex-1">
        <h2 className="text-sm text-muted">{t('invite.bonus')}</h2>
        <p className="text-lg font-semibold">
          <Money amount={amount} currency={wallet.wallet.currency} />
        </p>
      </div>
      <Button
        tone="secondary"
        disabled={isZero(amount)}
        aria-label={`${t('common.receive')}: ${t('invite.bonus')}`}
        onClick={() => dialog.open('inviteClaim', {})}
        className="shrink-0"
      >
        {t('common.receive')}
      </Button>
    </Card>
  );
}
