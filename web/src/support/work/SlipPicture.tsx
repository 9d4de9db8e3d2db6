import { useEffect, useState } from 'react';
import { fetchChatFile } from '../../api/chatApi';
import type { Problem } from '../../api/problem';
import { Skeleton } from '../../ui/Skeleton';
import { ProblemState } from '../../ui/States';
import { useAuthorization } from '../inbox/useStaffConversation';
import { useSupportText } from '../intl/text';

/** The picture that the player has handed in; it needs the staff's credential. */
export function SlipPicture({ path }: { path: string }) {
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
    fetchChatFile(authorization, path).then((answer) => {
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
  }, [authorization, path, attempt]);
  if (problem) return <ProblemState error={problem} onRetry={() => setAttempt(attempt + 1)} />;
  if (!address) return <Skeleton className="h-96 w-full rounded-card" />;
  return (
    <a href={address} target="_blank" rel="noopener" className="block">
      <img
        src={address}
        alt={t('support.work.picture')}
        className="mx-auto max-h-[70dvh] rounded-card bg-white object-contain"
      />
      <span className="sr-only">{t('chat.newTab')}</span>
    </a>
  );
}
