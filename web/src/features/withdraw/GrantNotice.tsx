import { useText } from '../../intl/text';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';

/** Says, before an amount is typed, that an active grant blocks withdrawals. */
export function GrantNotice() {
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
