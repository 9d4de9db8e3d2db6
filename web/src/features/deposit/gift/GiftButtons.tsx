import { useText } from '../../../intl/text';
import { useLeaveFor } from '../../../ui/dialog/useLeaveFor';
import { Button } from '../../../ui/display/Button';
import { GIFT_FORM_ID } from './GiftPanel';
import type { GiftDeposit } from './useGiftDeposit';

interface GiftButtonsProps {
  gift: GiftDeposit;
  onClose: () => void;
}

/** The buttons of each phase of a gift link. */
export function GiftButtons({ gift, onClose }: GiftButtonsProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const { phase, isDuplicate } = gift;
  if (phase === 'unknown' || isDuplicate) {
    return (
      <>
        <Button tone="secondary" onClick={() => leaveFor('/user/statement')}>
          {t('money.toStatement')}
        </Button>
        {isDuplicate ? (
          <Button onClick={gift.startOver}>{t('truelink.another')}</Button>
        ) : (
          // The same key again: this checks the outcome and never redeems the gift twice.
          <Button onClick={gift.sendAgain}>{t('money.checkAgain')}</Button>
        )}
      </>
    );
  }
  if (phase === 'answered') {
    return (
      <>
        <Button tone="secondary" onClick={gift.startOver}>
          {t('truelink.another')}
        </Button>
        <Button onClick={onClose}>{t('money.done')}</Button>
      </>
    );
  }
  return (
    <Button
      // Keyed, because React would reuse another button's element, and a press on it would submit.
      key="submit"
      type="submit"
      form={GIFT_FORM_ID}
      busy={phase === 'sending'}
    >
      {t('truelink.send')}
    </Button>
  );
}
