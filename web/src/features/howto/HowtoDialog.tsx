import { useGetClipsQuery } from '../../api/howtoApi';
import { useText } from '../../intl/text';
import type { DialogProps } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { ProblemState } from '../../ui/feedback/States';
import { ClipPlayer, ClipSkeleton } from './ClipPlayer';
import { TOPICS, type Topic } from './topics';

/** The topic's clip. The written steps are below it in any case. */
function TopicClip({ topic, title }: { topic: Topic['topic']; title: string }) {
  const { data, error, isFetching, refetch } = useGetClipsQuery();
  if (!data && error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <ClipSkeleton />;
  const clip = data.clips.find((each) => each.topic === topic);
  return clip ? <ClipPlayer clip={clip} title={title} /> : null;
}

export default function HowtoDialog({
  topic,
  onClose,
}: DialogProps['howto'] & { onClose: () => void }) {
  const t = useText();
  const entry = TOPICS.find((each) => each.topic === topic);
  if (!entry) return null;
  return (
    <Modal
      title={t(entry.title)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p className="mb-4 text-muted">{t(entry.lead)}</p>
      <TopicClip topic={topic} title={t(entry.title)} />
      <ol className="space-y-4">
        {t(entry.steps)
          .split('\n')
          .map((step, at) => (
            <li key={step} className="flex gap-3">
              <span className="tabular flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent">
                {at + 1}
              </span>
              <p className="pt-1">{step}</p>
            </li>
          ))}
      </ol>
    </Modal>
  );
}
