import { useEffect, useState } from 'react';
import { fetchChatFile } from '../../api/chatApi';
import type { Problem } from '../../api/transport/problem';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useAuthorization } from '../api/hooks';
import { useSupportText } from '../intl/text';

const HEIGHTS = {
  small: { waiting: 'h-40', shown: 'max-h-40' },
  medium: { waiting: 'h-72', shown: 'max-h-72' },
  large: { waiting: 'h-96', shown: 'max-h-[70dvh]' },
};

interface SlipPictureProps {
  path: string;
  size?: keyof typeof HEIGHTS;
  /** The access to the player, for a slip that staff have nothing to decide about. */
  look?: string | undefined;
}

/** The picture that the player has handed in; it needs the staff's credential. */
export function SlipPicture({ path, size = 'large', look }: SlipPictureProps) {
  const t = useSupportText();
  const authorization = useAuthorization();
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another reading.
  useEffect(() => {
    let isCurrent = true;
    let made: string | null = null;
    setProblem(null);
    fetchChatFile(authorization, path, look ? { 'X-Look': look } : {}).then((answer) => {
      if (!isCurrent) return;
      if (answer.error) {
        setProblem(answer.error);
        return;
      }
      made = URL.createObjectURL(answer.data);
      setAddress(made);
    });
    return () => {
      isCurrent = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [authorization, path, look, attempt]);
  if (problem) return <ProblemState error={problem} onRetry={() => setAttempt(attempt + 1)} />;
  const height = HEIGHTS[size];
  if (!address) {
    return <Skeleton className={classNames(height.waiting, 'w-full rounded-card')} />;
  }
  return (
    <a href={address} target="_blank" rel="noopener" className="group relative block">
      <img
        src={address}
        alt={t('support.work.picture')}
        className={classNames(height.shown, 'mx-auto rounded-card bg-white object-contain')}
      />
      <span
        aria-hidden="true"
        className="absolute end-2 bottom-2 flex size-9 items-center justify-center rounded-full bg-raised text-ink shadow-card group-hover:text-accent"
      >
        <Icon name="search" size={18} />
      </span>
      <span className="sr-only">{t('chat.newTab')}</span>
    </a>
  );
}
