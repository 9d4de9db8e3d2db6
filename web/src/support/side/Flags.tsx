/** What staff has noted about a player, as it is read. */
import { formatMoment } from '../../intl/moment';
import type { PlayerFlag, PlayerNotes } from '../api/types';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';

/** What staff should know before anything else. */
export function Flags({ flags }: { flags: PlayerFlag[] }) {
  const t = useSupportText();
  return flags.map((flag) => (
    <Chip key={flag} tone={flag === 'VIP' ? 'accent' : 'caution'}>
      {t(`support.flag.${flag}`)}
    </Chip>
  ));
}

/** The entries, newest first. */
export function NoteList({ notes }: { notes: PlayerNotes['notes'] }) {
  const t = useSupportText();
  if (notes.length === 0) return <p className="text-sm text-muted">{t('support.notes.none')}</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {notes.map((note) => (
        <li key={note.id} className="py-2">
          <p className="break-words">{note.text}</p>
          <p className="text-xs text-muted">
            {[
              note.flag &&
                t(note.clears ? 'support.notes.cleared' : 'support.notes.set', {
                  flag: t(`support.flag.${note.flag}`),
                }),
              note.by,
              formatMoment(note.at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
