import { useGetConditionsQuery } from '../../api/lookupApi';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';

export default function ConditionsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const localText = useLocalText();
  const { data, error, isFetching, refetch } = useGetConditionsQuery();
  return (
    <Modal
      title={t('nav.conditions')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.confirm')}</Button>}
    >
      {!data && isFetching && (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {!data && error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {data?.conditions.length === 0 && <EmptyState icon="conditions" title={t('common.noData')} />}
      <div className="space-y-4">
        {data?.conditions.map((condition) => (
          <SafeHtml key={condition.th} html={localText(condition)} />
        ))}
      </div>
    </Modal>
  );
}
