import { formatMoment } from '../../intl/moment';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import type { PasswordCode } from '../api/workApi';
import { useSupportText } from '../intl/text';

/** The code that the second person reads out to the player. */
export function PasswordCodeDialog({ code, onClose }: { code: PasswordCode; onClose: () => void }) {
  const t = useSupportText();
  return (
    <Modal
      title={t('support.work.passwordCode')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p>{t('support.work.passwordCodeLead')}</p>
      <p className="tabular my-5 text-center text-3xl font-bold tracking-wider select-all">
        {code.code}
      </p>
      <p className="text-sm text-muted">
        {t('support.work.passwordCodeUntil', { until: formatMoment(code.expiresAt) })}
      </p>
    </Modal>
  );
}
