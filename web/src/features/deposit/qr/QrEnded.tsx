import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { Figure, FigureList } from '../../../ui/display/FigureList';
import { Money } from '../../../ui/display/Money';
import { Notice } from '../../../ui/feedback/Notice';
import { OutcomePanel } from '../../../ui/feedback/OutcomePanel';
import { CreditedPanel } from '../CreditedPanel';
import type { QrDeposit, ShownQr } from './useQrDeposit';

interface QrEndedProps {
  phase: 'paid' | 'expired' | 'replaced' | 'gone';
  qr: QrDeposit;
  shown: ShownQr;
  currency: string;
}

/** The QR is paid or has expired; a late payment is still credited. */
export function QrEnded({ phase, qr, shown, currency }: QrEndedProps) {
  const t = useText();
  if (phase === 'paid') {
    return <CreditedPanel title={t('qr.credited')} amount={qr.line?.amount ?? shown.amount} />;
  }
  const isReplaced = phase === 'replaced' && qr.other;
  return (
    <OutcomePanel tone="unknown" title={t(`qr.${phase}`)} detail={t('qr.endedDetail')}>
      <div className="space-y-4 text-start">
        <FigureList>
          <Figure label={t('common.amount')}>
            <Money amount={shown.amount} currency={currency} />
          </Figure>
        </FigureList>
        <Notice>{t('qr.lateMoney')}</Notice>
        {isReplaced && (
          <Button tone="quiet" wide onClick={() => qr.choose(qr.other ?? shown.channel)}>
            {t('qr.showOther', { channel: qr.other ?? '' })}
          </Button>
        )}
      </div>
    </OutcomePanel>
  );
}
