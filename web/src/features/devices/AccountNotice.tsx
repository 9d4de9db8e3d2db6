import { useLocation } from 'wouter';
import type { MemberNotice } from '../../api/accessApi';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { useDeviceLabel } from './useDeviceLabel';

interface AccountNoticeProps {
  notice: MemberNotice;
  onSeen: () => void;
}

/** What has happened to the account, and the two answers to it. */
export default function AccountNotice({ notice, onSeen }: AccountNoticeProps) {
  const t = useText();
  const [, navigate] = useLocation();
  const device = useDeviceLabel()(notice.agent);
  const answerNo = () => {
    onSeen();
    navigate('/user/devices');
  };
  return (
    <Notice tone="caution">
      <div className="lg:flex lg:items-center lg:justify-between lg:gap-5">
        <div>
          <p className="font-semibold">{t(`notice.${notice.kind}`, { device })}</p>
          <p className="tabular">
            {formatMoment(notice.at)}
            {notice.network && ` · ${t('devices.network', { network: notice.network })}`}
          </p>
          {notice.heldUntil && <p>{t('forgot.held', { until: formatMoment(notice.heldUntil) })}</p>}
          <p className="mt-1">{t('notice.ask')}</p>
        </div>
        <div className="mt-2 flex shrink-0 flex-wrap gap-2">
          <Button tone="secondary" onClick={onSeen}>
            {t('notice.mine')}
          </Button>
          <Button tone="secondary" onClick={answerNo}>
            {t('notice.notMine')}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
