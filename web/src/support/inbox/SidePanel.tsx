import { Link } from 'wouter';
import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { IconButton } from '../../ui/display/IconButton';
import { linkButton } from '../../ui/display/linkButton';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { type ConversationView, useGetSideQuery } from '../api/inboxApi';
import { useNameOf, useSupportText } from '../intl/text';
import { Flags, NoteList } from '../players/Notes';
import { moneyText } from '../replay/words';

/** The player next to the chat: the wallet and its latest movements. */
export function SidePanel({ view }: { view: ConversationView }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { data, error, isFetching, refetch } = useGetSideQuery(view.id);
  if (error) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className="h-64 w-full rounded-card" />;
  const { wallet, lines, player, notes } = data;
  if (!player) {
    return (
      <p className="rounded-control bg-sunken p-4 text-muted">{t('support.inbox.noPlayer')}</p>
    );
  }
  const currency = wallet?.currency ?? 'THB';
  const money = (amount: string) => moneyText({ amount, currency });
  const figures: [string, string][] = wallet
    ? [
        [nameOf('support.account', 'main'), money(wallet.main)],
        [nameOf('support.account', 'in_transit'), money(wallet.inTransit)],
        [nameOf('support.account', 'withdrawal'), money(wallet.pendingWithdrawal)],
        ...wallet.games.map((game): [string, string] => [
          game.code.toUpperCase(),
          money(game.amount),
        ]),
        [t('support.inbox.total'), money(wallet.total)],
        [nameOf('support.account', 'coins'), moneyText({ amount: wallet.coins, currency: 'COIN' })],
      ]
    : [];
  return (
    <div className="space-y-4">
      <div className="flex items-start justify-between gap-2">
        <div>
          <p className="font-semibold">{view.who.name}</p>
          {view.who.username && (
            <p className="tabular text-sm text-muted">{formatPhone(view.who.username)}</p>
          )}
        </div>
        <IconButton
          icon="refresh"
          label={t('support.inbox.refreshSide')}
          busy={isFetching}
          onClick={refetch}
        />
      </div>
      {wallet ? (
        <dl className="space-y-1.5 text-sm">
          {figures.map(([label, text]) => (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular font-medium whitespace-nowrap">{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-sm text-muted">{t('support.inbox.noWallet')}</p>
      )}
      {notes && (
        <section className="space-y-1">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            {t('support.notes.title')}
            <Flags flags={notes.flags} />
          </h3>
          <NoteList notes={notes.notes.slice(0, 3)} />
        </section>
      )}
      <Link href={`/players/${player}`} className={`${linkButton('secondary')} w-full`}>
        {t('support.inbox.replay')}
      </Link>
      <section>
        <h3 className="mb-1 text-sm font-semibold">{t('support.player.lines')}</h3>
        {lines.length === 0 && <p className="text-sm text-muted">{t('support.player.noLines')}</p>}
        <ul className="divide-y divide-line text-sm">
          {lines.map((line) => (
            <li key={line.id} className="py-2">
              <span className="flex justify-between gap-2">
                <span>{nameOf('support.line', line.statementType)}</span>
                <span className="tabular font-medium whitespace-nowrap">
                  {line.direction === 'out' && '−'}
                  {line.direction === 'in' && '+'}
                  {money(line.amount)}
                </span>
              </span>
              <span className="mt-0.5 flex items-center justify-between gap-2 text-xs text-muted">
                <span className="tabular">{formatMoment(line.createdAt)}</span>
                <StatusBadge status={line.status} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
