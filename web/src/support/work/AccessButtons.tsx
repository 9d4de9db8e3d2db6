import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { useRole } from '../api/hooks';
import { useSupportText } from '../intl/text';
import { DecideDialog, type Question } from './DecideDialog';

interface AccessButtonsProps {
  playerId: string;
  /** Whether staff keeps the player out. */
  isKeptOut: boolean;
}

/** Keeps a player out, lets the player in again, and ends the player's sessions. */
export function AccessButtons({ playerId, isKeptOut }: AccessButtonsProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [question, setQuestion] = useState<Question | null>(null);
  if (!isActing) return null;
  const access: Question = isKeptOut
    ? {
        title: t('support.work.unfreezeLogin'),
        path: `players/${playerId}/login-unfreeze`,
        lead: t('support.work.unfreezeLoginLead'),
      }
    : {
        title: t('support.work.freezeLogin'),
        path: `players/${playerId}/login-freeze`,
        lead: t('support.work.freezeLoginLead'),
        isDanger: true,
      };
  const sessions: Question = {
    title: t('support.work.endSessions'),
    path: `players/${playerId}/sessions/end`,
    lead: t('support.work.endSessionsLead'),
    isDanger: true,
  };
  // Nobody has a session while the player is kept out.
  const questions = isKeptOut ? [access] : [access, sessions];
  return (
    <>
      {questions.map((it) => (
        <Button key={it.path} tone="secondary" icon="lock" onClick={() => setQuestion(it)}>
          {it.title}
        </Button>
      ))}
      {question && (
        <DecideDialog key={question.path} question={question} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}
