import { useState } from 'react';
import type { SpinAnswer, Wheel } from '../../api/wheelApi';
import { useLocalText } from '../../intl/localText';
import { ClaimConfirm } from './ClaimConfirm';
import { PrizeModal } from './PrizeModal';

interface SpinPrizeProps {
  wheel: Wheel;
  result: SpinAnswer['result'];
  onFinish: () => void;
}

/** A spin's prize, with a button to use it at once if it is a coupon. */
export function SpinPrize({ wheel, result, onFinish }: SpinPrizeProps) {
  const local = useLocalText();
  const [isUsed, setIsUsed] = useState(false);
  const { code, label, remainingCoin } = result;
  if (isUsed) {
    return <ClaimConfirm coupon={{ prize: { code, slice: { label } } }} onClose={onFinish} />;
  }
  // A wheel that was replaced meanwhile has no such slice.
  const kind = wheel.slice.find((slice) => slice.code === code)?.kind ?? null;
  return (
    <PrizeModal
      prize={local(label)}
      kind={kind}
      coins={remainingCoin}
      onUse={() => setIsUsed(true)}
      onClose={onFinish}
    />
  );
}
