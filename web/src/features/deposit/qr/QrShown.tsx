import { type ReactNode, useMemo } from 'react';
import { saveFile } from '../../../client/saveFile';
import { formatAmount } from '../../../intl/money';
import { useCurrencyName } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { Money } from '../../../ui/display/Money';
import { QrPicture } from '../../../ui/display/QrPicture';
import { svgAddress } from '../../../ui/display/svgAddress';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { useToast } from '../../../ui/feedback/toasts';
import { useCopy } from '../../../ui/feedback/useCopy';
import { formatCountdown } from './countdown';
import { standardOf } from './qrStandard';
import type { ShownQr } from './useQrDeposit';

const LAST_SECONDS = 60;

interface QrShownProps {
  shown: ShownQr;
  secondsLeft: number;
  currency: string;
  /** Of the channel. */
  name: string;
  /** Whom the payer's bank app will name. */
  payee: string;
  /** Shows the other channels and ways; null while they are shown. */
  onOtherWays: (() => void) | null;
}

/** The code to pay, large and always on white, with its amount and its remaining time. */
export function QrShown(props: QrShownProps) {
  const { shown, secondsLeft, currency, name, payee, onOtherWays } = props;
  const t = useText();
  const currencyName = useCurrencyName(currency);
  const address = useMemo(() => svgAddress(shown.markup), [shown.markup]);
  const amount = formatAmount(shown.amount, currency);
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      {address ? (
        <PaymentFrame standard={standardOf(shown.payload, currency)} payee={payee}>
          <p className="pt-2 text-3xl font-bold">
            <Money amount={shown.amount} currency={currency} alwaysShown />
          </p>
          <QrPicture
            address={address}
            alt={t('qr.picture', { amount, currency: currencyName, channel: name })}
            isBare
            className="size-60"
          />
        </PaymentFrame>
      ) : (
        <ErrorNote>{t('qr.unreadable')}</ErrorNote>
      )}
      <p
        role="timer"
        className={classNames(
          'tabular inline-flex items-center gap-2 rounded-full px-4 py-1.5 text-sm font-semibold',
          secondsLeft <= LAST_SECONDS ? 'bg-negative-soft text-negative' : 'bg-sunken',
        )}
      >
        <Icon name="clock" size={18} />
        {t('qr.expiresIn', { time: formatCountdown(secondsLeft) })}
      </p>
      {/* The figures would be read out each second; this is, once. */}
      <p role="status" className="sr-only">
        {secondsLeft <= LAST_SECONDS && t('qr.lastMinute')}
      </p>
      <p className="text-sm">
        <span className="block text-muted">{t('qr.howTo')}</span>
        <span className="block font-medium text-caution">{t('qr.singleUse')}</span>
      </p>
      <QrTools shown={shown} address={address} onOtherWays={onOtherWays} />
    </div>
  );
}

interface PaymentFrameProps {
  /** The standard of the code, as printed above such codes; null where it is another. */
  standard: string | null;
  payee: string;
  children: ReactNode;
}

/** The code as shops show it: its standard above, whom it pays and how much below; always on white. */
function PaymentFrame({ standard, payee, children }: PaymentFrameProps) {
  const t = useText();
  return (
    <div className="flex w-full max-w-72 flex-col items-center overflow-hidden rounded-card border border-line bg-white text-[#151a30]">
      {standard && (
        <p className="w-full bg-[#123a6d] py-2 font-semibold tracking-wide text-white">
          {standard}
        </p>
      )}
      <div className="flex flex-col items-center gap-1 px-3 pb-4">
        {children}
        <p className="text-sm">
          <span className="text-[#565e7a]">{t('qr.payee')} </span>
          <span className="font-semibold">{payee}</span>
        </p>
      </div>
    </div>
  );
}

interface QrToolsProps extends Pick<QrShownProps, 'shown' | 'onOtherWays'> {
  address: string | null;
}

/** The picture for the bank's app first; what few need is a line of words. */
function QrTools({ shown, address, onOtherWays }: QrToolsProps) {
  const t = useText();
  const toast = useToast();
  const copy = useCopy();
  const save = async () => {
    try {
      if (address) saveFile(await qrAsPng(address), `qr-${shown.channel}-${shown.amount}.png`);
    } catch {
      toast.error(t('qr.saveFailed'));
    }
  };
  return (
    <div className="w-full">
      {address && (
        <Button icon="image" wide onClick={save}>
          {t('qr.save')}
        </Button>
      )}
      <div className="mt-1 flex flex-wrap justify-center gap-x-2">
        {shown.payload && (
          <Button
            tone="quiet"
            className="px-3 text-sm"
            onClick={() => copy(shown.payload, t('qr.payload'))}
          >
            {t('qr.copy')}
          </Button>
        )}
        {onOtherWays && (
          <Button tone="quiet" className="px-3 text-sm" onClick={onOtherWays}>
            {t('qr.otherWays')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Of the file, whose sides are as long. */
const SAVED_SIZE = 1080;
/** Scanners want white around the code. */
const MARGIN = 90;

/** The QR as a PNG: bank apps read pictures from the gallery, and galleries know no SVG. */
async function qrAsPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SAVED_SIZE;
  canvas.height = SAVED_SIZE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SAVED_SIZE, SAVED_SIZE);
  context.imageSmoothingEnabled = false;
  const side = SAVED_SIZE - 2 * MARGIN;
  context.drawImage(image, MARGIN, MARGIN, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
