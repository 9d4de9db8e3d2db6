import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { useToast } from '../../../ui/feedback/toasts';
import { canMakeQr } from '../depositMethods';
import { QR_FORM_ID } from './QrForm';
import type { QrDeposit } from './useQrDeposit';

interface QrButtonsProps {
  qr: QrDeposit;
  /** As typed. */
  amount: string;
  onClose: () => void;
}

/** The buttons of each phase of a QR. */
export function QrButtons({ qr, amount, onClose }: QrButtonsProps) {
  const t = useText();
  const toast = useToast();
  const { phase, channel } = qr;
  if (!channel) return null;
  if (phase === 'open') {
    return (
      <>
        <Button tone="quiet" busy={qr.isCancelling} onClick={qr.cancel}>
          {t('qr.cancel')}
        </Button>
        <Button
          tone="secondary"
          disabled={qr.isCancelling}
          onClick={() => {
            toast.info(t('qr.refreshAfter'));
            onClose();
          }}
        >
          {t('qr.transferred')}
        </Button>
      </>
    );
  }
  if (phase === 'paid') {
    return (
      <>
        <Button tone="secondary" onClick={qr.startOver}>
          {t('qr.again')}
        </Button>
        <Button onClick={onClose}>{t('money.done')}</Button>
      </>
    );
  }
  if (phase === 'expired' || phase === 'replaced' || phase === 'gone') {
    return (
      <>
        <Button tone="secondary" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button onClick={qr.startOver}>{t('qr.again')}</Button>
      </>
    );
  }
  // This state has its own button.
  if (phase === 'failed') return null;
  return (
    <Button
      // Keyed, because React would reuse another button's element, and a press on it would submit.
      key="submit"
      type="submit"
      form={QR_FORM_ID}
      busy={qr.isCreating || phase === 'loading'}
      disabled={!canMakeQr(amount, channel)}
    >
      {t('qr.create')}
    </Button>
  );
}
