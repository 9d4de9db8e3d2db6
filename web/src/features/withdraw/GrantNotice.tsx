import { useLeaveFor } from '../../app/useLeaveFor';
import { useText } from '../../intl/text';
import { Notice } from '../../ui/Notice';

/** An active grant keeps withdrawals closed: said before an amount is typed. */
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
