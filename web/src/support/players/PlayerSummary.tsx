import { type ReactNode, useState } from 'react';
import { formatPhone } from '../../client/phone';
import { formatDay, formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { useReadPlayerQuery } from '../api/playersApi';
import type { PlayerView } from '../api/types';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { Flags } from '../side/Flags';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { maskOf } from '../work/banks';
import { FreezeBanner, LoginFreezeBanner, VoidBanner } from './FreezeBanner';

interface OfPlayer {
  player: PlayerView;
}

/** Masked; a supervisor may ask to see it, which is written down. */
function BankAccount({ player, onReveal }: OfPlayer & { onReveal: () => void }) {
  const t = useSupportText();
  const isSupervisor = useRole() === 'supervisor';
  const { bankAccount } = player;
  return (
    <div>
      <dt className="text-sm text-muted">{t('support.player.bankAccount')}</dt>
      <dd>
        <span className="block">{bankAccount.holder}</span>
        <span className="tabular text-sm text-muted">
          {`${bankAccount.bankCode} ${maskOf(bankAccount.accountNo)}`}
        </span>
        {isSupervisor && bankAccount.isMasked && (
          <button
            type="button"
            onClick={onReveal}
            className="block min-h-6 text-sm font-medium text-accent underline underline-offset-4"
          >
            {t('support.player.reveal')}
          </button>
        )}
      </dd>
    </div>
  );
}

function Standing({ player }: OfPlayer) {
  const t = useSupportText();
  const words = useReplayWords();
  const { state, currency } = player;
  const { grant, exclusion } = state;
  return (
    <>
      <div>
        <dt className="text-sm text-muted">{t('support.state.grant')}</dt>
        <dd>
          {grant
            ? `${words.word(grant.kind)} ${grant.reference} · ${moneyText({ amount: grant.amount, currency })}`
            : t('support.state.noGrant')}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('support.kinds.protection')}</dt>
        <dd>
          {exclusion
            ? [
                words.word(exclusion.kind),
                exclusion.until
                  ? t('support.state.until', { time: formatMoment(exclusion.until) })
                  : t('support.state.forEver'),
              ].join(' · ')
            : t('support.player.noProtection')}
        </dd>
      </div>
    </>
  );
}

/** The main wallet large, the other accounts small. */
function Buckets({ player }: OfPlayer) {
  const words = useReplayWords();
  return (
    <dl className="mt-4 flex flex-wrap items-end gap-x-8 gap-y-3 border-t border-line pt-4">
      {player.state.buckets.map((bucket) => {
        const isMain = bucket.account === 'main';
        return (
          <div key={bucket.account}>
            <dt className="text-xs text-muted">{words.account(bucket.account)}</dt>
            <dd
              className={classNames(
                'tabular font-bold whitespace-nowrap',
                isMain ? 'text-3xl leading-tight' : 'text-lg',
                !isMain && isZero(bucket.amount) && 'font-semibold text-muted',
              )}
            >
              {moneyText(bucket)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function LastLines({ player }: OfPlayer) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const words = useReplayWords();
  const { lines, currency } = player;
  const cell = 'tabular py-1.5 ps-4 text-end whitespace-nowrap';
  return (
    <details className="mt-2 -mb-2">
      <summary className="flex min-h-11 items-center font-medium text-accent">
        {t('support.player.lines')}
      </summary>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t('support.player.noLines')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard.
        <section className="overflow-x-auto" aria-label={t('support.player.lines')} tabIndex={0}>
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-muted">
                <th scope="col" className="py-1.5 text-start font-medium">
                  {t('support.event.at')}
                </th>
                <th scope="col" className="py-1.5 ps-4 text-start font-medium">
                  {t('support.player.line')}
                </th>
                <th scope="col" className="py-1.5 ps-4 text-start font-medium">
                  {t('support.field.status')}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  {t('common.amount')}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  {t('support.player.balanceAfter')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id} className="border-b border-line">
                  <td className="tabular py-1.5 whitespace-nowrap">
                    {formatMoment(line.createdAt)}
                  </td>
                  <td className="py-1.5 ps-4">
                    {nameOf('support.line', line.kind)}
                    {line.kind === 'transfer' && (
                      <span className="text-muted">
                        {` ${words.place(line.from)} → ${words.place(line.to)}`}
                      </span>
                    )}
                  </td>
                  <td className="py-1.5 ps-4">
                    <StatusBadge status={line.status} />
                  </td>
                  <td className={cell}>
                    {line.direction === 'out' && '−'}
                    {line.direction === 'in' && '+'}
                    {moneyText({ amount: line.amount, currency })}
                  </td>
                  <td className={cell}>
                    {line.balance ? moneyText({ amount: line.balance, currency }) : '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

/** Who the player is, and what the player holds now. */
interface PlayerSummaryProps {
  playerId: string;
  until: string;
  /** What staff may do about the player. */
  children?: ReactNode;
}

export function PlayerSummary({ playerId, until, children }: PlayerSummaryProps) {
  const t = useSupportText();
  const [reveal, setReveal] = useState(false);
  const plain = useReadPlayerQuery({ id: playerId });
  const revealed = useReadPlayerQuery({ id: playerId, reveal: true }, { skip: !reveal });
  const player = revealed.data ?? plain.data;
  if (plain.error) {
    return <ProblemState error={plain.error} onRetry={plain.refetch} busy={plain.isFetching} />;
  }
  if (!player) return <Skeleton className="h-52 w-full rounded-card" />;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Initials name={player.name} />
        <h1 className="text-2xl font-bold">{player.name}</h1>
        <Flags flags={player.notes.flags} />
        <Chip tone={player.isActive ? 'positive' : 'negative'}>
          {t(player.isActive ? 'support.player.active' : 'support.player.inactive')}
        </Chip>
        <p className="ms-auto text-sm text-muted">
          {t('support.look.until', { time: formatMoment(until).slice(11, 16) })}
        </p>
      </div>
      {(player.freeze || player.loginFreeze || player.voidRows > 0) && (
        <div className="mt-3 space-y-3">
          {player.voidRows > 0 && <VoidBanner rows={player.voidRows} />}
          {player.freeze && <FreezeBanner freeze={player.freeze} />}
          {player.loginFreeze && <LoginFreezeBanner freeze={player.loginFreeze} />}
        </div>
      )}
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-2 min-[90rem]:grid-cols-4">
        <div>
          <dt className="text-sm text-muted">{t('support.login.username')}</dt>
          <dd className="tabular">{formatPhone(player.username)}</dd>
          <dd className="text-sm text-muted">
            {t('support.player.since', { day: formatDay(player.createdAt) })}
          </dd>
        </div>
        <BankAccount player={player} onReveal={() => setReveal(true)} />
        <Standing player={player} />
      </dl>
      <Buckets player={player} />
      {children && <div className="mt-5">{children}</div>}
      <LastLines player={player} />
    </Card>
  );
}
