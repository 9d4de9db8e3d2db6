import { useMemo, useState } from 'react';
import { useGetDepositAccountsQuery } from '../../api/lookupApi';
import type { DepositLookup } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Tabs } from '../../ui/display/Tabs';
import { accountsToPay, type DepositMethod, depositMethods, qrChannels } from './depositMethods';
import { GiftButtons } from './gift/GiftButtons';
import { GiftPanel } from './gift/GiftPanel';
import { useGiftDeposit } from './gift/useGiftDeposit';
import { ManualButtons } from './manual/ManualButtons';
import { ManualPanel } from './manual/ManualPanel';
import { useManualDeposit } from './manual/useManualDeposit';
import { QrButtons } from './qr/QrButtons';
import { QrPanel } from './qr/QrPanel';
import { useQrDeposit } from './qr/useQrDeposit';
import { DepositButtons } from './slip/DepositButtons';
import { SlipPanel } from './slip/SlipPanel';
import { useSlipDrop, useSlipPaste } from './slip/slipEntry';
import { useSlipUpload } from './slip/useSlipUpload';

interface DepositDialogProps {
  /** The way that is open first. */
  method?: DepositMethod;
  onClose: () => void;
}

/** Every way in: slip, QR, gift link, and a request to the staff where that is offered. */
export default function DepositDialog({ method, onClose }: DepositDialogProps) {
  const t = useText();
  const lookup = useGetDepositAccountsQuery(undefined, { refetchOnMountOrArgChange: true });
  const wallet = useGetWalletQuery();
  const currency = lookup.data?.banks[0]?.currency ?? wallet.data?.wallet.currency;
  if (lookup.data && currency) {
    return <Deposit {...{ lookup: lookup.data, currency, method, onClose }} />;
  }
  return (
    <Modal title={t('deposit.deposit')} onClose={onClose} tall>
      <ModalSkeleton query={lookup.data ? wallet : lookup} />
    </Modal>
  );
}

const TAB_WORDS: Record<DepositMethod, MessageId> = {
  slip: 'deposit.tab.slip',
  qr: 'deposit.tab.qr',
  gift: 'deposit.tab.gift',
  manual: 'deposit.tab.manual',
};

function Deposit(props: DepositDialogProps & { lookup: DepositLookup; currency: string }) {
  const { lookup, currency, onClose } = props;
  const t = useText();
  const methods = depositMethods(lookup);
  const [chosen, setChosen] = useState<DepositMethod | null>(props.method ?? null);
  const method = methods.find((item) => item === chosen) ?? methods[0] ?? 'slip';
  const channels = useMemo(() => qrChannels(lookup), [lookup]);
  const [qrAmount, setQrAmount] = useState('');

  // The open code whose other ways somebody asked for.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const slip = useSlipUpload();
  const qr = useQrDeposit(channels, method === 'qr');
  const gift = useGiftDeposit();
  const manual = useManualDeposit(lookup.manual?.minimum ?? lookup.minimum, currency);
  const isPicking = method === 'slip' && (slip.phase === 'choose' || slip.phase === 'preview');
  useSlipPaste(isPicking, slip.pick);
  const drop = useSlipDrop(isPicking, slip.pick);

  const isFolded = method === 'qr' && qr.phase === 'open' && qr.shown?.id !== unfolded;

  const panel = {
    slip: <SlipPanel slip={slip} lookup={lookup} isOver={drop.isOver} />,
    qr: (
      <QrPanel
        qr={qr}
        channels={channels}
        amount={qrAmount}
        onAmount={setQrAmount}
        isFolded={isFolded}
        onUnfold={() => setUnfolded(qr.shown?.id ?? null)}
      />
    ),
    gift: (
      <GiftPanel
        gift={gift}
        minimum={lookup.wallets[0]?.minimum ?? lookup.minimum}
        currency={currency}
      />
    ),
    manual: <ManualPanel manual={manual} accounts={accountsToPay(lookup)} currency={currency} />,
  }[method];
  const buttons = {
    slip: slip.phase !== 'choose' && <DepositButtons slip={slip} onClose={onClose} />,
    qr: <QrButtons qr={qr} amount={qrAmount} onClose={onClose} />,
    gift: <GiftButtons gift={gift} onClose={onClose} />,
    manual: <ManualButtons manual={manual} onClose={onClose} />,
  }[method];

  return (
    <Modal title={t('deposit.deposit')} onClose={onClose} footer={buttons} tall>
      <div {...drop.handlers} className="min-h-full">
        {methods.length > 1 ? (
          <Tabs
            label={t('deposit.method')}
            tabs={methods.map((value) => ({ value, label: t(TAB_WORDS[value]) }))}
            value={method}
            onChange={setChosen}
            isFolded={isFolded}
          >
            <div key={method} className={isFolded ? undefined : 'pt-4'}>
              {panel}
            </div>
          </Tabs>
        ) : (
          panel
        )}
      </div>
    </Modal>
  );
}
