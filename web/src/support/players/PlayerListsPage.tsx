import { useState } from 'react';
import { useStore } from 'react-redux';
import { Link, useParams } from 'wouter';
import { formatPhone } from '../../client/phone';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { download } from '../api/download';
import type { StaffStore } from '../api/hooks';
import { useListPlayersInfiniteQuery } from '../api/playersApi';
import type { ListedPlayer, PlayerList } from '../api/types';
import { shortId } from '../intl/ids';
import { useSupportProblem } from '../intl/problem';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { MoreButton } from '../ui/MoreButton';
import { LISTS, listOf, reasonCode, reasonValues } from './lists';

function Tabs({ list }: { list: PlayerList }) {
  const t = useSupportText();
  return (
    <nav aria-label={t('support.lists.title')} className="mt-4 flex flex-wrap gap-1.5">
      {LISTS.map((each) => (
        <Link
          key={each}
          href={`/players/lists/${each}`}
          aria-current={each === list ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-full px-4 text-sm font-medium whitespace-nowrap',
            each === list ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
          )}
        >
          {t(`support.list.${each}`)}
        </Link>
      ))}
    </nav>
  );
}

function Row({ player }: { player: ListedPlayer }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const money = (amount: string, currency: string) => moneyText({ amount, currency });
  const { others } = player.facts;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <Initials name={player.name} className="size-10" />
      <span className="min-w-40 flex-1">
        <Link
          href={`/players/${player.id}`}
          state={{ name: player.name }}
          className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
        >
          {player.name}
        </Link>
        <span className="tabular block text-sm text-muted">{formatPhone(player.username)}</span>
      </span>
      <span className="min-w-60 flex-2 text-sm">
        {nameOf('support.listReason', reasonCode(player), reasonValues(player, { money, nameOf }))}
        {others.length > 0 && (
          <span className="tabular block">
            {others.map((id) => (
              <Link
                key={id}
                href={`/players/${id}`}
                className="me-3 inline-flex min-h-6 items-center text-accent hover:underline"
              >
                {shortId(id)}
              </Link>
            ))}
          </span>
        )}
      </span>
      {!player.isActive && <Chip tone="negative">{t('support.player.inactive')}</Chip>}
    </li>
  );
}

function Players({ list }: { list: PlayerList }) {
  const t = useSupportText();
  const found = useListPlayersInfiniteQuery(list);
  const more = <MoreButton list={found} />;
  return (
    <PagedList
      list={found}
      items={({ pages }) => pages.flatMap((page) => page.players)}
      rows={5}
      empty={
        <>
          <EmptyState
            icon="user"
            title={t(found.hasNextPage ? 'support.lists.noneYet' : 'support.lists.none')}
          />
          {more}
        </>
      }
      more={more}
    >
      {(players) => (
        <ul aria-label={t(`support.list.${list}`)} className="divide-y divide-line">
          {players.map((player) => (
            <Row key={`${player.id} ${player.reason} ${player.at}`} player={player} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function ExportButton({ list }: { list: PlayerList }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const store = useStore() as unknown as StaffStore;
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const url = `/api/support/players/lists/${list}/export`;
    const problem = await download(store, url, 'players.csv');
    setBusy(false);
    if (problem) toast.error(problemText(problem));
  };
  return (
    <Button tone="quiet" icon="deposit" busy={busy} onClick={() => void save()}>
      {t('support.lists.export')}
    </Button>
  );
}

/** Players whom staff should look at, one list at a time. */
export default function PlayerListsPage() {
  const t = useSupportText();
  const list = listOf(useParams<{ list?: string }>().list);
  useTitle(t('support.lists.title'));
  return (
    <>
      <Link
        href="/players"
        className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
      >
        <Icon name="chevronLeft" size={18} />
        {t('support.player.back')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t('support.lists.title')}</h1>
        <ExportButton list={list} />
      </div>
      <p className="text-sm text-muted">{t('support.lists.hint')}</p>
      <Tabs list={list} />
      <Card flush className="mt-5 overflow-hidden">
        <Players key={list} list={list} />
      </Card>
    </>
  );
}
