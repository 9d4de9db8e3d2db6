import { useText } from '../../../intl/text';
import { useLeaveFor } from '../../../ui/dialog/useLeaveFor';
import { Button } from '../../../ui/display/Button';
import type { useSlipUpload } from './useSlipUpload';

interface DepositButtonsProps {
  slip: ReturnType<typeof useSlipUpload>;
  onClose: () => void;
}

/** Footer buttons for each phase of a slip upload. Phase `choose` has none: picking a picture leads on. */
export function DepositButtons({ slip, onClose }: DepositButtonsProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const { phase } = slip;
  if (phase === 'preview' || phase === 'sending') {
    const isSending = phase === 'sending';
    return (
      <>
        {isSending ? (
          <Button tone="secondary" disabled={slip.share >= 1} onClick={slip.cancel}>
            {t('slip.cancel')}
          </Button>
        ) : (
          <Button tone="secondary" onClick={slip.startOver}>
            {t('slip.change')}
          </Button>
        )}
        <Button busy={isSending} onClick={slip.send}>
          {t('slip.send')}
        </Button>
      </>
    );
  }
  if (phase === 'unknown') {
    return (
      <>
        <Button tone="secondary" onClick={() => leaveFor('/user/statement')}>
          {t('money.toStatement')}
        </Button>
        <Button onClick={slip.send}>{t('slip.sendAgain')}</Button>
      </>
    );
  }
  return (
    <>
      <Button tone="secondary" onClick={slip.startOver}>
        {t('slip.another')}
      </Button>
      <Button onClick={onClose}>{t('money.done')}</Button>
    </>
  );
}
