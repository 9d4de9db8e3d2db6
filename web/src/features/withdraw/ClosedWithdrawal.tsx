import { useText } from '../../intl/text';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { useWithdrawWords } from './useWithdrawWords';
import type { WithdrawClosure, WithdrawRoom } from './withdrawForm';

interface ClosedWithdrawalProps {
  closure: WithdrawClosure;
  room: WithdrawRoom;
  /** What the main wallet holds. */
  held: string;
}

/** In place of a form that cannot succeed: why, and what there is to do about it. */
export function ClosedWithdrawal({ closure, room, held }: ClosedWithdrawalProps) {
  const t = useText();
  const words = useWithdrawWords(room);
  return (
    <div className="space-y-4">
      <FigureList>
        <Figure label={t('withdraw.availableNow')}>
          <Money amount="0" currency={room.currency} className="text-lg font-semibold" />
        </Figure>
        <Figure label={t('wallet.mainWallet')}>
          <Money amount={held} currency={room.currency} />
        </Figure>
      </FigureList>
      {closure === 'frozen' && <FreezeNotice reach="MONEY_OUT" />}
      {closure === 'grant' && <GrantNotice />}
      {closure === 'minimum' && <Notice tone="caution">{words.belowMinimum}</Notice>}
    </div>
  );
}

/** Says, before an amount is typed, that an active grant blocks withdrawals. */
function GrantNotice() {
  const t = useText();
  const leaveFor = useLeaveFor();
  return (
    <Notice tone="caution">
      <p className="font-semibold">{t('error.BONUS_REMAINING')}</p>
      <p>{t('withdraw.grantActive')}</p>
      <Button tone="secondary" className="mt-2" onClick={() => leaveFor('/user/bonus')}>
        {t('bonus.end')}
      </Button>
    </Notice>
  );
}
