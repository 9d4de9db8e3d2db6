import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatDay, formatMoment } from '../../intl/moment';
import { formatNumber } from '../../intl/money';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { useTitle } from '../../ui/display/useTitle';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { inputClass } from '../../ui/field/Field';
import { useFindPlayersQuery } from '../api/playersApi';
import type { FoundPlayer } from '../api/types';
import { useNameOf, useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { Recent } from './Recent';

/** Shorter words would find everybody. */
const LETTERS_MIN = 2;

function FoundRow({ player }: { player: FoundPlayer }) {
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

function Results({ words }: { words: string }) {
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
        <FoundRow key={player.id} player={player} />
      ))}
    </ul>
  );
}

export default function PlayersPage() {
  const t = useSupportText();
  useTitle(t('support.nav.players'));
  const [search, setSearch] = useSearchParams();
  const asked = search.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  // Each search is written down, so it is made when asked for, not with each letter.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    if (words.length >= LETTERS_MIN) setSearch({ q: words });
  };

  const clear = () => {
    setTyped('');
    setSearch({});
    field.current?.focus();
  };

  return (
    <>
      <h1 className="text-2xl font-bold">{t('support.nav.players')}</h1>
      <search>
        <form onSubmit={onSubmit} className="mt-4 flex gap-3">
          <label className="sr-only" htmlFor="player-search">
            {t('support.search.label')}
          </label>
          <div className="relative min-w-0 flex-1">
            <Icon
              name="search"
              size={20}
              className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
            />
            <input
              ref={field}
              id="player-search"
              type="search"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-describedby="player-search-hint"
              placeholder={t('support.search.short')}
              className={`${inputClass(false)} ps-11! pe-12! [&::-webkit-search-cancel-button]:hidden`}
            />
            {typed && (
              <IconButton
                icon="close"
                label={t('support.search.clear')}
                onClick={clear}
                className="absolute end-0.5 top-0.5 text-muted"
              />
            )}
          </div>
          <Button type="submit" className="shrink-0 whitespace-nowrap">
            {t('support.search.go')}
          </Button>
        </form>
        <p id="player-search-hint" className="sr-only">
          {t('support.search.hint')}
        </p>
      </search>
      <div className="mt-5">
        {asked ? (
          <Card flush className="overflow-hidden">
            <Results words={asked} />
          </Card>
        ) : (
          <Recent />
        )}
      </div>
    </>
  );
}
