import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatDay, formatMoment } from '../../intl/moment';
import { formatNumber } from '../../intl/money';
import { Icon } from '../../ui/display/Icon';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useFindPlayersQuery } from '../api/playersApi';
import type { FoundPlayer } from '../api/types';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';

/** Shorter words would find everybody. */
export const LETTERS_MIN = 2;

interface FoundRowProps {
  player: FoundPlayer;
  onOpen?: (() => void) | undefined;
}

function FoundRow({ player, onOpen }: FoundRowProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { operation } = player;
  // Straight to what was looked for.
  const search = operation?.sequence ? `?seq=${operation.sequence}` : '';
  return (
    <li>
      <Link
        href={`/players/${player.id}${search}`}
        state={{ name: player.name }}
        // The page takes the dialog's place in the history, so the back button skips the dialog.
        replace={onOpen !== undefined}
        onClick={onOpen}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-accent-soft focus-visible:-outline-offset-2"
      >
        <Initials name={player.name} className="size-10" />
        <span className="min-w-40 flex-1">
          <span className="block font-medium">{player.name}</span>
          <span className="tabular block text-sm text-muted">{formatPhone(player.username)}</span>
        </span>
        {operation && (
          <span className="tabular text-sm">
            {[
              nameOf('support.line', operation.kind),
              operation.amount && formatNumber(operation.amount),
              operation.at && formatMoment(operation.at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-2">
          {!player.isActive && <Chip tone="negative">{t('support.player.inactive')}</Chip>}
          <Chip tone="accent">{nameOf('support.matched', player.matched)}</Chip>
        </span>
        <span className="text-sm text-muted">
          {t('support.player.since', { day: formatDay(player.createdAt) })}
        </span>
        <Icon name="chevronRight" size={20} className="ms-auto text-muted sm:ms-0" />
      </Link>
    </li>
  );
}

interface SearchResultsProps {
  words: string;
  /** Closes the dialog that the results are in. */
  onOpen?: () => void;
}

/** The players that a search finds. */
export function SearchResults({ words, onOpen }: SearchResultsProps) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useFindPlayersQuery(words);
  if (error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={3} label={t('common.loading')} />;
  if (data.players.length === 0) {
    return (
      <EmptyState icon="search" title={t('support.search.noneFor', { words })}>
        {t('support.search.noneHint')}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t('support.search.results')} className="divide-y divide-line">
      {data.players.map((player) => (
        <FoundRow key={player.id} player={player} onOpen={onOpen} />
      ))}
    </ul>
  );
}
