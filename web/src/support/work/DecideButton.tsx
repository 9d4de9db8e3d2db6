import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import type { IconName } from '../../ui/display/Icon';
import { useRole } from '../api/hooks';
import { DecideDialog, type Question } from './DecideDialog';

interface DecideButtonProps {
  icon: IconName;
  question: Question;
  /** It takes something away from the player. */
  isAlarming?: boolean;
}

/**
 * Opens the dialog of a decision; not there for auditors. An open dialog asks what its button said, also
 * when somebody else decides meanwhile and the button becomes another one.
 */
export function DecideButton({ icon, question, isAlarming = false }: DecideButtonProps) {
  const isActing = useRole() !== 'auditor';
  const [asked, setAsked] = useState<Question | null>(null);
  if (!isActing) return null;
  return (
    <>
      <Button
        tone={isAlarming ? 'danger' : 'secondary'}
        icon={icon}
        className="min-h-11! px-4! text-sm"
        onClick={() => setAsked(question)}
      >
        {question.title}
      </Button>
      {asked && <DecideDialog question={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
