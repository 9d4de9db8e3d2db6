import { type Clip, useGetClipsQuery } from '../../api/howtoApi';
import { isLineDear } from '../../client/dataSaver';
import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/display/Icon';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import type { Topic } from './topics';

/** The place of a film's picture, before and after the list of films is there. */
const FRAME = 'aspect-video w-full rounded-control';

/** What an opened topic shows. */
export function TopicSteps({ topic, title, steps }: Topic) {
  const t = useText();
  return (
    <div className="space-y-4 px-5 pt-1 pb-5 @2xl:grid @2xl:grid-cols-2 @2xl:items-start @2xl:gap-5">
      <TopicClip topic={topic} title={t(title)} />
      <StepList steps={steps} />
    </div>
  );
}

/** The way to the topic's film. The written steps are below it in any case. */
function TopicClip({ topic, title }: { topic: Topic['topic']; title: string }) {
  const { data, error, isFetching, refetch } = useGetClipsQuery();
  if (!data && error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className={FRAME} />;
  const clip = data.clips.find((each) => each.topic === topic);
  return clip ? <PlayButton clip={clip} title={title} /> : null;
}

/** Nothing of the film is fetched before somebody presses play. */
function PlayButton({ clip, title }: { clip: Clip; title: string }) {
  const t = useText();
  const dialog = useDialog();
  return (
    <button
      type="button"
      aria-label={t('howto.playVideo', { title })}
      onClick={() => dialog.open('clip', { topic: clip.topic })}
      className={`${FRAME} group relative flex items-center justify-center overflow-hidden border border-line bg-accent-soft`}
    >
      {!isLineDear() && (
        <img src={clip.poster} alt="" className="absolute inset-0 size-full object-contain" />
      )}
      <span className="relative flex size-16 items-center justify-center rounded-full bg-accent text-on-accent shadow-sheet group-hover:bg-accent-strong [&_path]:fill-current">
        <Icon name="play" size={28} />
      </span>
    </button>
  );
}

export function StepList({ steps }: { steps: MessageId }) {
  const t = useText();
  return (
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
  );
}
