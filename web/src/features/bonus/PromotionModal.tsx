import {
  useActivatePromotionMutation,
  useFindPromotionQuery,
  useQuotePromotionQuery,
} from '../../api/rewardApi';
import { isProblem } from '../../api/transport/problem';
import type { Promotion } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { Spinner } from '../../ui/display/Spinner';
import { Notice } from '../../ui/feedback/Notice';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { OfferModal } from './OfferModal';
import { OfferTerms } from './OfferTerms';
import { useReceive } from './useReceive';

interface PromotionModalProps {
  code: string;
  currency: string;
  onReceived: () => void;
  onClose: () => void;
}

/** Looks the code up when it is opened: searching, not found, or the offer. */
export function PromotionModal(props: PromotionModalProps) {
  const { code, onClose } = props;
  const t = useText();
  const { data, error, isFetching, refetch } = useFindPromotionQuery(code);
  if (data && !isFetching) return <PromotionOffer {...props} promotion={data} />;
  const isUnknown = isProblem(error) && error.code === 'NO_PROMOTION';
  return (
    <Modal title={t('promotion.promotion')} onClose={onClose}>
      {isFetching || !error ? (
        <p role="status" className="flex flex-col items-center gap-4 py-12 text-muted">
          <Spinner size={30} />
          {t('promotion.searching')}
        </p>
      ) : isUnknown ? (
        <div role="status">
          <EmptyState icon="ticket" title={t('error.NO_PROMOTION')}>
            {t('promotion.notFoundDetail', { code })}
          </EmptyState>
        </div>
      ) : (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      )}
    </Modal>
  );
}

function PromotionOffer(props: PromotionModalProps & { promotion: Promotion }) {
  const { promotion, currency, onReceived, onClose } = props;
  const t = useText();
  const local = useLocalText();
  const [activate] = useActivatePromotionMutation();
  const quoting = useQuotePromotionQuery(promotion.code);
  const receiving = useReceive({
    kind: 'promotion',
    activate,
    currency,
    onReceived: () => {
      onReceived();
      onClose();
    },
  });
  return (
    <OfferModal
      title={local(promotion.title) || promotion.code}
      offer={promotion}
      quoting={quoting}
      currency={currency}
      receiving={receiving}
      isActive={false}
      onClose={onClose}
    >
      {promotion.description && <SafeHtml html={local(promotion.description)} />}
      <Notice tone="caution">
        <p className="font-semibold">
          {t('bonus.percentFail', { percent: promotion.percentFail })}
        </p>
        <p>{t('promotion.warning')}</p>
      </Notice>
      <OfferTerms offer={promotion} currency={currency} />
    </OfferModal>
  );
}
