import { useState } from 'react';
import { moneyText } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { Icon, type IconName } from '../../../ui/display/Icon';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { Notice } from '../../../ui/feedback/Notice';
import { AmountField } from '../../../ui/field/AmountField';
import { type PayableFault, type QrChannel, readPayable, smallestQr } from '../depositMethods';
import { usePayableFault } from '../useDepositWords';
import type { QrDeposit } from './useQrDeposit';

/** The form's submit button is in the dialog's footer. */
export const QR_FORM_ID = 'qr-form';

interface QrFormProps {
  qr: QrDeposit;
  channel: QrChannel;
  amount: string;
  onAmount: (amount: string) => void;
}

export function QrForm({ qr, channel, amount, onAmount }: QrFormProps) {
  const t = useText();
  const { currency } = channel;
  const minimum = smallestQr(channel);
  const faultText = usePayableFault(minimum, currency);
  const [fault, setFault] = useState<PayableFault | null>(null);
  return (
    <form
      id={QR_FORM_ID}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readPayable(amount, minimum, currency);
        setFault(read.ok ? null : read.fault);
        if (read.ok) qr.create(read.amount);
      }}
    >
      {qr.problem && <ErrorNote>{qr.problem}</ErrorNote>}
      {qr.other && <OtherOpen code={qr.other} onShow={qr.choose} />}
      <ul className="space-y-1.5 text-sm text-muted">
        <Hint icon="clock">{t('deposit.creditTime')}</Hint>
        <Hint icon="bank">{t('deposit.useRegisteredAccount')}</Hint>
      </ul>
      <AmountField
        label={t('common.amount')}
        name="amount"
        currency={currency}
        value={amount}
        onChange={(typed) => {
          qr.forgive();
          setFault(null);
          onAmount(typed);
        }}
        disabled={qr.isCreating}
        error={fault && faultText(fault)}
        hint={t('common.minimum', { min: moneyText(minimum, currency) })}
        quickAmounts={channel.qr.quickAmounts}
      />
    </form>
  );
}

function Hint({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} size={18} className="mt-0.5 shrink-0 text-accent" />
      {children}
    </li>
  );
}

/** A player has one open QR: a new one here would end the other channel's. */
function OtherOpen({ code, onShow }: { code: string; onShow: (code: string) => void }) {
  const t = useText();
  return (
    <Notice tone="caution">
      <p>{t('qr.willReplace', { channel: code })}</p>
      <Button tone="quiet" className="-ms-5 mt-1" onClick={() => onShow(code)}>
        {t('qr.showOther', { channel: code })}
      </Button>
    </Notice>
  );
}
