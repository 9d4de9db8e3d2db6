import { useText } from '../../intl/text';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { Notice } from '../../ui/feedback/Notice';

/** Says, before an amount is typed, that an active grant blocks withdrawals. */
export function GrantNotice() {
  const t = useText();
  const leaveFor = useLeaveFor();
  return (
    <Notice tone="caution">
      <p className="font-semibold">{t('error.BONUS_REMAINING')}</p>
      <p>{t('withdraw.grantActive')}</p>
      <button
        type="button"
        onClick={() => leaveFor('/user/bonus')}
        className="min-h-11 font-semibold underline"
      >
        {t('bonus.toPage')}
      </button>
    </Notice>
  );
}
