import { useGetClipsQuery } from '../../api/howtoApi';
import { useText } from '../../intl/text';
import { ProblemState } from '../../ui/feedback/States';
import { ClipPlayer, ClipSkeleton } from './ClipPlayer';
import type { Topic } from './topics';

/** The topic's clip. The written steps are below it in any case. */
function TopicClip({ topic, title }: { topic: Topic['topic']; title: string }) {
  const { data, error, isFetching, refetch } = useGetClipsQuery();
  if (!data && error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <ClipSkeleton />;
  const clip = data.clips.find((each) => each.topic === topic);
  return clip ? <ClipPlayer clip={clip} title={title} /> : null;
}

/** What an opened topic shows. */
export function TopicSteps({ topic, title, steps }: Topic) {
  const t = useText();
  return (
    <div className="px-5 pt-1 pb-5 @2xl:grid @2xl:grid-cols-2 @2xl:items-start @2xl:gap-5">
      <TopicClip topic={topic} title={t(title)} />
      <ol className="space-y-3">
        {t(steps)
          .split('\n')
          .map((step, at) => (
            <li key={step} className="flex gap-3">
              <span className="tabular flex size-8 shrink-0 items-center justify-center rounded-full bg-gold-soft font-semibold text-gold-strong">
                {at + 1}
              </span>
              <p className="pt-1">{step}</p>
            </li>
          ))}
      </ol>
    </div>
  );
}
