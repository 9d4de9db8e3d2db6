import type { ReactNode } from 'react';
import type { DirectCommand } from '../../api/command/directCommand';
import type { GrantAnswer, GrantOffer, Quote } from '../../api/types';
import { useQuoteWords } from '../../intl/quoteWords';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { Step } from '../../ui/dialog/Step';
import { Button } from '../../ui/display/Button';
import { QuoteCost } from '../../ui/display/QuoteCost';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import { OutcomePanel } from '../../ui/feedback/OutcomePanel';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { useOfferWords } from './useOfferWords';

/** The server's quote for this player, or why there is none yet. */
export interface Quoting {
  data?: Quote | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => void;
}

interface OfferModalProps {
  title: string;
  offer: GrantOffer;
  quoting: Quoting;
  currency: string;
  receiving: DirectCommand<{ code: string }, GrantAnswer>;
  /** It is the active one. */
  isActive: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** An offer: what it costs this player, the question, and its conditions. */
export function OfferModal(props: OfferModalProps) {
  const { title, offer, receiving, onClose } = props;
  const t = useText();
  const send = () => receiving.send({ code: offer.code });
  const isUnknown = receiving.phase === 'unknown';
  return (
    <Modal title={title} onClose={onClose} footer={<Buttons {...props} onSend={send} />}>
      <Step name={isUnknown ? 'unknown' : 'offer'}>
        {isUnknown ? (
          <OutcomePanel
            tone="unknown"
            title={t('money.stillProcessing')}
            detail={t('money.stillProcessingDetail')}
          />
        ) : (
          <div className="space-y-4">
            <Cost {...props} />
            {props.children}
          </div>
        )}
      </Step>
    </Modal>
  );
}

/** Temporary obstacles, after which asking again makes sense. */
const PASSING = new Set<Quote['status']>(['UNKNOWN', 'TRANSFER_OPEN']);

function Buttons(props: OfferModalProps & { onSend: () => void }) {
  const { quoting, receiving, isActive, onClose, onSend } = props;
  const t = useText();
  const dialog = useDialog();
  const quote = quoting.data;
  if (isActive) return <Button onClick={onClose}>{t('common.confirm')}</Button>;
  if (receiving.phase === 'unknown') {
    // The same key again: this checks the outcome and never grants twice.
    return <Button onClick={onSend}>{t('money.checkAgain')}</Button>;
  }
  const notNow = (
    <Button tone="secondary" onClick={onClose}>
      {t('bonus.notNow')}
    </Button>
  );
  if (quote ? PASSING.has(quote.status) : quoting.error) {
    return (
      <>
        {notNow}
        <Button busy={quoting.isFetching} onClick={() => quoting.refetch()}>
          {t('money.checkAgain')}
        </Button>
      </>
    );
  }
  if (quote && quote.depositNeeded !== null) {
    const deposit = () => {
      onClose();
      dialog.open('deposit', {});
    };
    return (
      <>
        {notNow}
        <Button onClick={deposit}>{t('deposit.deposit')}</Button>
      </>
    );
  }
  if (quote && quote.status !== 'READY') {
    return <Button onClick={onClose}>{t('common.ok')}</Button>;
  }
  return (
    <>
      {notNow}
      <Button icon="gift" busy={!quote || receiving.phase === 'sending'} onClick={onSend}>
        {t('bonus.receive')}
      </Button>
    </>
  );
}

/** What it costs and the question, or why it cannot be claimed now. */
function Cost({ offer, quoting, currency, receiving, isActive }: OfferModalProps) {
  const t = useText();
  const words = useOfferWords(currency);
  const statusWords = useQuoteWords(currency);
  const quote = quoting.data;
  if (isActive) return <Notice>{t('bonus.isActive')}</Notice>;
  const refusal = receiving.problem !== null && (
    <ErrorNote>{words.ofRefusal(receiving.problem, offer)}</ErrorNote>
  );
  if (!quote) {
    if (quoting.error) return <ErrorNote>{words.ofRefusal(quoting.error, offer)}</ErrorNote>;
    return refusal || <Skeleton className="h-24 w-full rounded-control" />;
  }
  const isReady = quote.status === 'READY';
  return (
    <>
      {refusal}
      {!isReady && !refusal && (
        <Notice tone="caution">
          {quote.status === 'GRANT_ACTIVE' ? t('bonus.otherActive') : statusWords(quote)}
        </Notice>
      )}
      <QuoteCost
        quote={quote}
        currency={currency}
        question={isReady ? t('bonus.question') : null}
      />
    </>
  );
}
