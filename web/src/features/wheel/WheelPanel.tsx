import { useMemo } from 'react';
import { useGetWalletQuery } from '../../api/walletApi';
import type { Wheel } from '../../api/wheelApi';
import { useLocalText } from '../../intl/localText';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { SliceList } from './SliceList';
import { SpinPrize } from './SpinPrize';
import type { useSpin } from './useSpin';
import { WheelCanvas } from './WheelCanvas';

interface WheelPanelProps {
  wheel: Wheel;
  coins: number;
  /** The sum of a day's deposits that earns a coin; null where deposits earn none. */
  coinPrice: string | null;
  spin: ReturnType<typeof useSpin>;
  onFinish: () => void;
}

/** The coins, the wheel, the button, and the result as text. */
export function WheelPanel({ wheel, coins, coinPrice, spin, onFinish }: WheelPanelProps) {
  const t = useText();
  const local = useLocalText();
  const slices = useMemo(
    () => wheel.slice.map((slice) => ({ ...slice, label: local(slice.label) })),
    [wheel.slice, local],
  );
  const { phase, answer, problem } = spin;
  const isBusy = phase === 'asking' || phase === 'turning';
  const prize = answer ? local(answer.result.label) : '';
  // The press spends the coin at once; the wheel shows what the spin brings.
  const coinsShown = isBusy ? Math.max(0, coins - 1) : coins;
  const at = slices.findIndex(({ code }) => code === answer?.result.code);
  // A wheel that was replaced meanwhile has no such slice: then any position will do.
  const target = phase === 'turning' ? Math.max(0, at) : null;
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="tabular inline-flex items-center gap-2 rounded-full bg-gold-soft px-4 py-1.5 font-semibold text-gold-strong">
        <Icon name="coin" size={20} />
        {t('spin.coinsLeft', { n: coinsShown })}
      </p>
      {coinPrice && <CoinPrice price={coinPrice} />}
      <div className="pt-2 pb-1">
        <WheelCanvas
          slices={slices}
          label={t('spin.picture', { name: local(wheel.name) })}
          target={target}
          onStopped={spin.showPrize}
        />
      </div>
      <p role="status" className="sr-only">
        {isBusy ? t('spin.turning') : phase === 'prize' ? t('spin.landed', { prize }) : ''}
      </p>
      <ProblemNote error={problem} />
      {phase === 'unanswered' && <Notice tone="caution">{t('spin.unanswered')}</Notice>}
      <SpinButton coins={coins} spin={spin} isBusy={isBusy} />
      <SliceList slices={slices} />
      {phase === 'prize' && answer && (
        <SpinPrize wheel={wheel} result={answer.result} onFinish={onFinish} />
      )}
    </div>
  );
}

/** How coins are earned. */
function CoinPrice({ price }: { price: string }) {
  const t = useText();
  const money = useMoneyText(useGetWalletQuery().data?.wallet.currency);
  return (
    <p className="-mt-2 text-center text-sm text-muted">
      {t('spin.coinPrice', { price: money(price) })}
    </p>
  );
}

interface SpinButtonProps extends Pick<WheelPanelProps, 'coins' | 'spin'> {
  isBusy: boolean;
}

function SpinButton({ coins, spin, isBusy }: SpinButtonProps) {
  const t = useText();
  const dialog = useDialog();
  if (spin.phase === 'unanswered') {
    return (
      <Button wide onClick={spin.spin}>
        {t('spin.askAgain')}
      </Button>
    );
  }
  if (coins > 0 || isBusy || spin.phase === 'prize') {
    return (
      <Button wide busy={isBusy} onClick={spin.spin} className="min-h-14 text-lg">
        {t('spin.spinFor')}
      </Button>
    );
  }
  return (
    <div className="w-full">
      <Button
        wide
        icon="deposit"
        onClick={() => dialog.open('deposit', {})}
        className="min-h-14 bg-gold! text-lg text-on-gold! hover:bg-gold-light!"
      >
        {t('spin.depositForCoin')}
      </Button>
    </div>
  );
}
