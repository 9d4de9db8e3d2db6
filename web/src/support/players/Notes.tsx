import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useRole } from '../api/hooks';
import type { PlayerFlag, PlayerNotes } from '../api/types';
import { useSupportText } from '../intl/text';
import { Flags, NoteList } from '../side/Flags';
import { DecideDialog, type Question } from '../work/DecideDialog';

const FLAGS: PlayerFlag[] = ['VIP', 'SUSPECTED_FRAUD', 'DISPUTE', 'VULNERABLE'];

interface NotesProps {
  playerId: string;
  notes: PlayerNotes;
}

/** Notes and flags on a player: entries are only added, and a flag is cleared by a later one. */
export function Notes({ playerId, notes: { flags, notes } }: NotesProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [question, setQuestion] = useState<Question | null>(null);
  const path = `players/${playerId}/notes`;
  const note = { path, done: t('support.done.noted'), wordsAs: 'text' };
  const add = () =>
    setQuestion({
      ...note,
      title: t('support.notes.add'),
      lead: t('support.notes.lead'),
      fields: [
        {
          name: 'flag',
          label: t('support.notes.flag'),
          options: [
            { value: '', label: t('support.notes.noFlag') },
            ...FLAGS.filter((flag) => !flags.includes(flag)).map((flag) => ({
              value: flag,
              label: t(`support.flag.${flag}`),
            })),
          ],
        },
      ],
    });
  const clear = (flag: PlayerFlag) =>
    setQuestion({
      ...note,
      title: t('support.notes.clear', { flag: t(`support.flag.${flag}`) }),
      body: { flag, clears: true },
    });
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">{t('support.notes.title')}</h2>
        <Flags flags={flags} />
        {isActing && (
          <Button tone="secondary" icon="edit" className="ms-auto" onClick={add}>
            {t('support.notes.add')}
          </Button>
        )}
      </div>
      <NoteList notes={notes} />
      {isActing && flags.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          {flags.map((flag) => (
            <Button key={flag} tone="secondary" onClick={() => clear(flag)}>
              {t('support.notes.clear', { flag: t(`support.flag.${flag}`) })}
            </Button>
          ))}
        </div>
      )}
      {question && (
        <DecideDialog key={question.title} question={question} onClose={() => setQuestion(null)} />
      )}
    </Card>
  );
}
