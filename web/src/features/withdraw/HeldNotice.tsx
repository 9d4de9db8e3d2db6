import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Notice } from '../../ui/feedback/Notice';

/** Says, before confirming, until when withdrawals wait after a changed bank account. */
export function HeldNotice({ until }: { until: string | null | undefined }) {
  const t = useText();
  if (!until) return null;
  return <Notice tone="caution">{t('withdraw.heldNotice', { until: formatMoment(until) })}</Notice>;
}
