/** Asks a member who has chatted as a guest whether to keep that conversation. */
import { useState } from 'react';
import { type GuestIdentity, linkGuest } from '../../api/chatApi';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { forgetGuest, noteDeclined } from './guest';

interface LinkQuestionProps {
  guest: GuestIdentity;
  username: string;
  authorization: string;
  /** `isLinked`: the conversation is the member's now. */
  onDone: (isLinked: boolean) => void;
}

/** The guest is unknown or already linked, so asking again cannot help. */
const IN_VAIN = new Set(['NO_DATA', 'ALREADY_ENDED']);

export function LinkQuestion({ guest, username, authorization, onDone }: LinkQuestionProps) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const keep = async () => {
    setIsBusy(true);
    const { error } = await linkGuest(authorization, guest);
    setIsBusy(false);
    if (error && !IN_VAIN.has(error.code)) return setProblem(error);
    forgetGuest();
    onDone(!error);
  };
  const decline = () => {
    noteDeclined(username);
    onDone(false);
  };
  return (
    <section
      aria-label={t('chat.link.question')}
      className="m-3 mb-0 rounded-card border border-line bg-surface p-4"
    >
      <p className="font-semibold">{t('chat.link.question')}</p>
      <p className="mt-0.5 text-sm text-muted">{t('chat.link.explain')}</p>
      {problem !== null && (
        <div className="mt-2">
          <ProblemNote error={problem} />
        </div>
      )}
      <div className="mt-3 flex gap-2 *:flex-1">
        <Button tone="secondary" onClick={decline}>
          {t('chat.link.no')}
        </Button>
        <Button busy={isBusy} onClick={keep}>
          {t('chat.link.yes')}
        </Button>
      </div>
    </section>
  );
}
