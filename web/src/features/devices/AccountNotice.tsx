import { useLocation } from 'wouter';
import type { MemberNotice } from '../../api/accessApi';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { ShortText } from '../../ui/display/ShortText';
import { useDeviceLabel } from './useDeviceLabel';

interface AccountNoticeProps {
  notice: MemberNotice;
  onSeen: () => void;
}

/** What has happened to the account, and the two answers to it; the page of devices has the rest. */
export default function AccountNotice({ notice, onSeen }: AccountNoticeProps) {
  const t = useText();
  const [, navigate] = useLocation();
  const device = useDeviceLabel()(notice.agent);
  const answerNo = () => {
    onSeen();
    navigate('/user/devices');
  };
  return (
    <div className="flex items-center gap-2 rounded-card border border-line bg-surface py-2 ps-4 pe-2 text-sm shadow-card">
      <Icon name="warning" size={20} className="shrink-0 text-caution max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`notice.${notice.kind}`, { device })}</p>
        <p className="text-xs text-muted">
          <Moment time={notice.at} show="day" /> · <span>{t('notice.ask')}</span>
        </p>
        {notice.heldUntil && (
          <p className="text-xs">{t('forgot.held', { until: formatMoment(notice.heldUntil) })}</p>
        )}
      </div>
      <div className="flex shrink-0">
        <Button tone="danger" className="min-h-11 px-3" onClick={answerNo}>
          {t('notice.notMine')}
        </Button>
        <Button tone="quiet" icon="check" className="min-h-11 px-2.5" onClick={onSeen}>
          <ShortText shown={t('notice.yes')} name={t('notice.mine')} />
        </Button>
      </div>
    </div>
  );
}
