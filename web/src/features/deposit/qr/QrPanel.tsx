import { useGetBanksQuery } from '../../../api/lookupApi';
import type { Bank } from '../../../api/types';
import { useBankName, useLocalText } from '../../../intl/localText';
import { useText } from '../../../intl/text';
import { ModalSkeleton } from '../../../ui/dialog/ModalSkeleton';
import { Step } from '../../../ui/dialog/Step';
import { BankBadge } from '../../../ui/display/Badge';
import { Icon } from '../../../ui/display/Icon';
import { ProblemState } from '../../../ui/feedback/States';
import type { QrChannel } from '../depositMethods';
import { QrEnded } from './QrEnded';
import { QrForm } from './QrForm';
import { QrShown } from './QrShown';
import type { QrDeposit, QrPhase } from './useQrDeposit';

const FORM_PHASES = new Set<QrPhase>(['loading', 'failed', 'form']);

interface QrPanelProps {
  qr: QrDeposit;
  channels: readonly QrChannel[];
  amount: string;
  onAmount: (amount: string) => void;
  /** A code is open: the other channels and ways are out of its way. */
  isFolded: boolean;
  onUnfold: () => void;
}

/** Deposit by QR: the channel, the amount, the code, and the outcome. */
export function QrPanel(props: QrPanelProps) {
  const { qr, channels, amount, onAmount, isFolded, onUnfold } = props;
  const t = useText();
  const bankName = useBankName();
  const localText = useLocalText();
  if (!qr.channel) return null;
  const { phase, channel, shown } = qr;
  return (
    <div className="space-y-4">
      {!isFolded && (
        <ChannelPicker channels={channels} value={channel.bankCode} onChange={qr.choose} />
      )}
      {/* Keyed: going from channel to channel must leave the focus on the choice. */}
      <Step key={channel.bankCode} name={FORM_PHASES.has(phase) ? 'form' : phase}>
        {phase === 'loading' && <ModalSkeleton />}
        {phase === 'failed' && (
          <ProblemState error={qr.readError} busy={qr.isReading} onRetry={qr.readAgain} />
        )}
        {phase === 'form' && (
          <QrForm qr={qr} channel={channel} amount={amount} onAmount={onAmount} />
        )}
        {shown && phase === 'open' && (
          <QrShown
            shown={shown}
            secondsLeft={qr.secondsLeft}
            currency={channel.currency}
            name={bankName(channel.bank) || t('deposit.byQr')}
            payee={localText(channel.holder)}
            onOtherWays={isFolded ? onUnfold : null}
          />
        )}
        {shown &&
          (phase === 'paid' || phase === 'expired' || phase === 'replaced' || phase === 'gone') && (
            <QrEnded phase={phase} qr={qr} shown={shown} currency={channel.currency} />
          )}
      </Step>
    </div>
  );
}

interface ChannelPickerProps {
  channels: readonly QrChannel[];
  value: string;
  onChange: (bankCode: string) => void;
}

function ChannelPicker({ channels, value, onChange }: ChannelPickerProps) {
  const t = useText();
  const bankName = useBankName();
  const banks = useGetBanksQuery().data?.banks;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('qr.channel')}</legend>
      <div className="grid grid-cols-3 gap-2">
        {channels.map(({ bankCode, bank }) => (
          <label
            key={bankCode}
            className="flex min-h-11 cursor-pointer flex-col items-center gap-1 rounded-control border border-line px-2 py-2 text-center has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="qr-channel"
              value={bankCode}
              checked={bankCode === value}
              onChange={() => onChange(bankCode)}
              className="sr-only"
            />
            <ChannelName
              code={bankCode}
              name={bankName(bank)}
              listed={banks?.find((item) => item.code === bankCode)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ChannelNameProps {
  code: string;
  name: string;
  /** The bank; a payment service is none. */
  listed: Bank | undefined;
}

/** A bank by its badge; a payment service has no mark that people know, so its name says what it is. */
function ChannelName({ code, name, listed }: ChannelNameProps) {
  const t = useText();
  return (
    <>
      {listed ? (
        <BankBadge code={code} colour={listed.colour} logo={listed.logo} size={32} />
      ) : (
        <span className="flex size-8 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="transfer" size={18} />
        </span>
      )}
      <span className="text-xs">
        <span className="block font-medium">{name || code}</span>
        {!listed && <span className="block text-muted">{t('qr.service')}</span>}
      </span>
    </>
  );
}
