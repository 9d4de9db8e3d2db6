import { useText } from '../../intl/text';
import { Notice } from '../feedback/Notice';
import { useLeaveFor } from './useLeaveFor';

/** Says that staff has frozen the money, and who helps. */
export function FreezeNotice({ reach }: { reach: 'MONEY_OUT' | 'ALL' }) {
  const t = useText();
  const leaveFor = useLeaveFor();
  return (
    <Notice tone="caution">
      <p className="font-semibold">{t('freeze.title')}</p>
      <p>{t(reach === 'ALL' ? 'freeze.all' : 'freeze.moneyOut')}</p>
      <button
        type="button"
        onClick={() => leaveFor('/user/contact')}
        className="min-h-11 font-semibold underline"
      >
        {t('nav.contact')}
      </button>
    </Notice>
  );
}
