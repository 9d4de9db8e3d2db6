import { type Clip, useGetClipsQuery } from '../../api/howtoApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ClipPlayer } from './ClipPlayer';
import { StepList } from './TopicSteps';
import { TOPICS } from './topics';

interface ClipDialogProps {
  topic: Clip['topic'];
  onClose: () => void;
}

/** The film of a topic, with the topic's steps below it. */
export default function ClipDialog({ topic, onClose }: ClipDialogProps) {
  const t = useText();
  const clip = useGetClipsQuery().data?.clips.find((each) => each.topic === topic);
  const shown = TOPICS.find((each) => each.topic === topic);
  if (!shown) return null;
  const title = t(shown.title);
  return (
    <Modal title={title} onClose={onClose}>
      <div className="space-y-4">
        {clip && <ClipPlayer clip={clip} title={title} />}
        <StepList steps={shown.steps} />
      </div>
    </Modal>
  );
}
