import type { ReactNode } from 'react';
import type { DirectCommand } from '../../api/directCommand';
import { useExclusion } from '../../api/limitsApi';
import type { GrantAnswer, GrantOffer } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/ErrorNote';
import { Modal } from '../../ui/Modal';
import { Notice } from '../../ui/Notice';
import { OutcomePanel } from '../../ui/OutcomePanel';
import { Step } from '../../ui/Step';
import { useOfferWords } from './useOfferWords';

interface OfferModalProps {
  title: string;
  offer: GrantOffer;
  currency: string;
  receiving: DirectCommand<{ code: string }, GrantAnswer>;
  /** `this`: it is the active one; `other`: another one has to end first. */
  active: 'this' | 'other' | null;
  onClose: () => void;
  children: ReactNode;
}

/** An offer with its conditions, and the one button that receives it. */
export function OfferModal(props: OfferModalProps) {
  const { title, offer, receiving, active, onClose } = props;
  const t = useText();
  const exclusion = useExclusion();
  const send = () => receiving.send({ code: offer.code });
  const isUnknown = receiving.phase === 'unknown';
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        active === 'this' ? (
          <Button onClick={onClose}>{t('common.confirm')}</Button>
        ) : isUnknown ? (
          // The same key again: this asks, it never gives a second time.
          <Button onClick={send}>{t('money.checkAgain')}</Button>
        ) : (
          <Button
            icon="gift"
            busy={receiving.phase === 'sending'}
            disabled={active === 'other' || exclusion !== null}
            onClick={send}
          >
            {t('bonus.receive')}
          </Button>
        )
      }
    >
      <Step name={isUnknown ? 'unknown' : 'offer'}>
        {isUnknown ? (
          <OutcomePanel
            tone="unknown"
            title={t('money.stillProcessing')}
            detail={t('money.stillProcessingDetail')}
          />
        ) : (
          <div className="space-y-4">
            <Refusal {...props} isExcluded={exclusion !== null} />
            {props.children}
          </div>
        )}
      </Step>
    </Modal>
  );
}

type RefusalProps = OfferModalProps & { isExcluded: boolean };

/** Why it cannot be received: known before, or just said by the server. */
function Refusal({ offer, currency, receiving, active, isExcluded }: RefusalProps) {
  const t = useText();
  const words = useOfferWords(currency);
  if (receiving.problem !== null) {
    return <ErrorNote>{words.ofRefusal(receiving.problem, offer)}</ErrorNote>;
  }
  if (active === 'this') return <Notice>{t('bonus.isActive')}</Notice>;
  if (active === 'other') return <Notice tone="caution">{t('bonus.otherActive')}</Notice>;
  return isExcluded ? <Notice tone="caution">{t('bonus.break')}</Notice> : null;
}
