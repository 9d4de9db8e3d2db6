import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { IconButton } from '../../ui/display/IconButton';
import { linkButton } from '../../ui/display/linkButton';
import type { PlayerSide } from '../api/sideApi';
import { useSupportText } from '../intl/text';
import { Initials } from '../ui/Initials';
import { Balances } from './Balances';
import { Flags, NoteList } from './Flags';
import { LastLines } from './LastLines';
import { OpenWork } from './OpenWork';

const NOTES_SHOWN = 3;

interface PlayerPanelProps {
  name: string;
  /** The phone number. */
  username?: string | null | undefined;
  side: PlayerSide;
  /** Where staff come from: the reason to open the player is filled in with it. */
  from: string;
  /** The piece of work next to the panel. */
  exceptId?: string;
  isFetching: boolean;
  onRefresh: () => void;
  /** Where the last lines have another place. */
  withoutLines?: boolean;
  children?: ReactNode;
}

/** The player next to a conversation or a piece of work. */
export function PlayerPanel(props: PlayerPanelProps) {
  const { name, username, side, from, exceptId, isFetching, onRefresh, children } = props;
  const { withoutLines = false } = props;
  const t = useSupportText();
  const { wallet, lines, player, notes } = side;
  if (!player) {
    return (
      <p className="rounded-control bg-sunken p-4 text-muted">{t('support.inbox.noPlayer')}</p>
    );
  }
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-3">
        <Initials name={name} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{name}</p>
          {username && <p className="tabular text-sm text-muted">{formatPhone(username)}</p>}
        </div>
        <IconButton
          icon="refresh"
          label={t('support.inbox.refreshSide')}
          busy={isFetching}
          onClick={onRefresh}
        />
      </div>
      {notes && notes.flags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          <Flags flags={notes.flags} />
        </p>
      )}
      {wallet ? (
        <Balances wallet={wallet} />
      ) : (
        <p className="text-sm text-muted">{t('support.inbox.noWallet')}</p>
      )}
      <Link
        href={`/players/${player}?from=${encodeURIComponent(from)}`}
        state={{ name }}
        className={`${linkButton('secondary')} min-h-11! w-full text-sm`}
      >
        {t('support.inbox.replay')}
      </Link>
      {children}
      <OpenWork side={side} {...(exceptId && { exceptId })} />
      {notes && notes.notes.length > 0 && (
        <section aria-label={t('support.notes.title')}>
          <h3 className="text-sm font-semibold">{t('support.notes.title')}</h3>
          <NoteList notes={notes.notes.slice(0, NOTES_SHOWN)} />
        </section>
      )}
      {!withoutLines && <LastLines lines={lines} />}
    </div>
  );
}
