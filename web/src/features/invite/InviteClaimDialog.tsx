import { useEffect } from 'react';
import { useDirectCommand } from '../../api/command/directCommand';
import { useCollectInvitesMutation } from '../../api/inviteApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useProblemText, useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';

interface InviteClaimDialogProps {
  onClose: () => void;
}

/** Shows the conditions of the invite bonus, then claims it. */
export default function InviteClaimDialog({ onClose }: InviteClaimDialogProps) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const { data: wallet } = useGetWalletQuery();
  const [collect] = useCollectInvitesMutation();
  const command = useDirectCommand('invite', (_, key) => collect(key).unwrap());
  const { phase, answer, problem } = command;

  useEffect(() => {
    if (!answer && problem === null) return;
    if (answer) toast.success(t('error.INVITE_BONUS_SUCCESS'));
    else toast.error(problemText(problem), problem);
    onClose();
  }, [answer, problem, toast, t, problemText, onClose]);

  return (
    <ConfirmDialog
      title={t('invite.collect')}
      confirmLabel={phase === 'unknown' ? t('money.checkAgain') : t('common.confirm')}
      busy={phase === 'sending'}
      onCancel={onClose}
      onConfirm={() => command.send({})}
    >
      {wallet && <Terms wallet={wallet} />}
      {phase === 'unknown' && (
        <div className="mt-4">
          <Notice tone="caution">{t('money.stillProcessingDetail')}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}

function Terms({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const { amount, success, fail } = wallet.invite;
  // Grants that are won at once block nothing.
  const isFree = Number(success) <= 100;
  return (
    <div className="space-y-4">
      <FigureList>
        <Figure label={t('invite.bonus')}>
          <Money amount={amount} currency={wallet.wallet.currency} className="font-bold" />
        </Figure>
        <Figure label={t('invite.success')}>{success}%</Figure>
        <Figure label={t('invite.fail')}>{fail}%</Figure>
      </FigureList>
      <Notice tone={isFree ? 'info' : 'caution'}>
        {isFree ? t('invite.free') : t('invite.bound', { success, fail })}
      </Notice>
    </div>
  );
}
