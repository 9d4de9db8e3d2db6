import { useIntl } from 'react-intl';
import { moneyText } from '../../../intl/moneyText';
import { reasonId } from '../../../intl/reason';
import { useText } from '../../../intl/text';
import { Step } from '../../../ui/dialog/Step';
import { Button } from '../../../ui/display/Button';
import { OutcomePanel } from '../../../ui/feedback/OutcomePanel';
import { TextField } from '../../../ui/field/TextField';
import { CreditedPanel } from '../CreditedPanel';
import { StillOpen } from '../StillOpen';
import { useDepositLine } from '../useDepositOutcome';
import { useDepositWords } from '../useDepositWords';
import { GIFT_HOST } from './giftLink';
import type { GiftDeposit } from './useGiftDeposit';

/** The form's submit button is in the dialog's footer. */
export const GIFT_FORM_ID = 'gift-form';

interface GiftPanelProps {
  gift: GiftDeposit;
  /** The operator's smallest gift. */
  minimum: string;
  currency: string;
}

/** Deposit by gift link: the field for the link, and the outcome. */
export function GiftPanel({ gift, minimum, currency }: GiftPanelProps) {
  const t = useText();
  const { phase, answer, isDuplicate } = gift;
  return (
    <Step name={isDuplicate ? 'duplicate' : phase === 'sending' ? 'form' : phase}>
      {isDuplicate ? (
        <OutcomePanel
          tone="failed"
          title={t('error.TRUELINK_DUPLICATE')}
          detail={t('truelink.duplicateDetail')}
        />
      ) : phase === 'unknown' ? (
        <OutcomePanel
          tone="unknown"
          title={t('money.stillProcessing')}
          detail={t('money.stillProcessingDetail')}
        />
      ) : phase === 'answered' && answer ? (
        <GiftOutcome gift={gift} />
      ) : (
        <GiftForm gift={gift} minimum={minimum} currency={currency} />
      )}
    </Step>
  );
}

function GiftOutcome({ gift }: { gift: GiftDeposit }) {
  const t = useText();
  const { messages, formatMessage } = useIntl();
  const { answer } = gift;
  const line = useDepositLine(answer?.status === 'PENDING' ? answer.id : null);
  const status = line?.status ?? answer?.status;
  if (status === 'SUCCESS') {
    return (
      <CreditedPanel
        title={t('truelink.credited')}
        amount={line?.amount ?? answer?.amount ?? null}
        balance={line ? null : answer?.balance}
      />
    );
  }
  if (status === 'FAILED') {
    const reason = reasonId(line?.reason ?? '', 'deposit', (id) => id in messages);
    return (
      <OutcomePanel
        tone="failed"
        title={t('truelink.failed')}
        detail={formatMessage({ id: reason ?? 'error.TRUELINK_INVALID' })}
      />
    );
  }
  return <StillOpen title={t('truelink.checking')} detail={t('truelink.checkingDetail')} />;
}

function GiftForm({ gift, minimum, currency }: GiftPanelProps) {
  const t = useText();
  const words = useDepositWords(currency, 'truelink.belowMinimum');
  const { fault, problem } = gift;
  const isMissing = gift.typed.trim() === '';
  const error = fault
    ? t(isMissing ? 'truelink.paste' : `truelink.${fault}`, { host: GIFT_HOST })
    : problem !== null
      ? words(problem)
      : null;
  const hints = [
    t('common.minimum', { min: moneyText(minimum, currency) }),
    t('truelink.samePhone'),
    t('truelink.onePerson'),
    t('deposit.creditTime'),
  ];
  return (
    <form
      id={GIFT_FORM_ID}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        gift.submit();
      }}
    >
      <TextField
        label={t('truelink.link')}
        name="link"
        // Not `url`: a player may paste a sentence that contains the link.
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={2_000}
        placeholder={t('truelink.paste')}
        value={gift.typed}
        onChange={gift.change}
        readOnly={gift.phase === 'sending'}
        error={error}
        hint={t('truelink.hint', { host: GIFT_HOST })}
      />
      <PasteButton gift={gift} />
      <p className="text-sm text-muted">{hints.join(' · ')}</p>
    </form>
  );
}

/** Only where the browser lets a page read the clipboard; it asks the player itself. */
function PasteButton({ gift }: { gift: GiftDeposit }) {
  const t = useText();
  if (!navigator.clipboard?.readText) return null;
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => '');
    if (text) gift.change(text);
  };
  return (
    <Button tone="secondary" icon="copy" wide disabled={gift.phase === 'sending'} onClick={paste}>
      {t('truelink.pasteNow')}
    </Button>
  );
}
