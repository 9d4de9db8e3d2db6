import { useMemo, useState } from 'react';
import { useAskGames, useFreshBalances, useIsAnyAsked } from '../../api/askGames';
import type { Grant, GrantKind } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useLocalText } from '../../intl/localText';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { progressOf, shareOfBand } from './band';
import { EndGrant } from './EndGrant';

interface ActiveGrantCardProps {
  grant: Grant;
  type: GrantKind | null;
  currency: string;
}

/** The active grant: its progress, what it blocks, and the button to end it. */
export function ActiveGrantCard({ grant, type, currency }: ActiveGrantCardProps) {
  const t = useText();
  const local = useLocalText();
  const [isEnding, setIsEnding] = useState(false);
  const slots = useGetWalletQuery().data?.slots;
  const games = useMemo(
    () => slots?.filter(({ isActive }) => isActive).map(({ code }) => code) ?? [],
    [slots],
  );
  useFreshBalances(games);
  const progress = progressOf(grant);
  // Only a hint: the server decides, from the providers' balances at that time.
  const canEnd = progress === 'won' || progress === 'lost';
  return (
    <Card className="space-y-4">
      <header className="flex items-center gap-3">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="gift" />
        </span>
        <div className="min-w-0">
          <h2 className="text-sm text-muted">{t('bonus.active')}</h2>
          <p className="text-lg font-semibold">
            {local(grant.title ?? undefined) || (type ? t(`bonus.type.${type}`) : grant.code)}
          </p>
          {type && grant.title && <p className="text-sm text-muted">{t(`bonus.type.${type}`)}</p>}
        </div>
      </header>
      <Progress grant={grant} currency={currency} />
      <FigureList>
        <Figure label={t('bonus.granted')}>
          <Money amount={grant.amount} currency={currency} />
        </Figure>
        <Figure label={t('bonus.base')}>
          <Money amount={grant.base} currency={currency} />
        </Figure>
        {!isZero(grant.turnoverNeeded) && (
          <Figure label={t('bonus.turnoverNeeded')}>
            <Money amount={grant.turnoverNeeded} currency={currency} />
          </Figure>
        )}
        <Figure label={t('bonus.since')}>
          <Moment time={grant.startedAt} />
        </Figure>
        {grant.expiresAt && (
          <Figure label={t('bonus.expires')}>{formatMoment(grant.expiresAt)}</Figure>
        )}
      </FigureList>
      <Notice tone="caution">
        <p className="font-semibold">{t('bonus.blocks')}</p>
        <p>{t('bonus.staysOpen')}</p>
      </Notice>
      <Button tone={canEnd ? 'primary' : 'secondary'} wide onClick={() => setIsEnding(true)}>
        {t('bonus.end')}
      </Button>
      {isEnding && (
        <EndGrant
          grant={grant}
          games={games}
          currency={currency}
          onClose={() => setIsEnding(false)}
        />
      )}
    </Card>
  );
}

const PROGRESS_COLOUR = {
  won: 'bg-positive',
  turnover: 'bg-accent',
  lost: 'bg-negative',
  open: 'bg-accent',
} as const;

/** The total between the lower limit, where the grant is lost, and the target, where it is won. */
function Progress({ grant, currency }: { grant: Grant; currency: string }) {
  const t = useText();
  const ask = useAskGames();
  const isAsked = useIsAnyAsked();
  const progress = progressOf(grant);
  const percent = Math.round(shareOfBand(grant) * 100);
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <p>
          <span className="block text-sm text-muted">{t('bonus.total')}</span>
          <Asked isAsked={isAsked}>
            <Money amount={grant.total} currency={currency} className="text-2xl font-bold" />
          </Asked>
        </p>
        <IconButton
          icon="refresh"
          label={t('common.refresh')}
          busy={isAsked}
          onClick={() => ask()}
        />
      </div>
      <div
        role="progressbar"
        aria-label={t('bonus.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={t(`bonus.standing.${progress}`)}
        className="mt-2 h-3 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full ${PROGRESS_COLOUR[progress]}`}
          style={{ width: `${Math.max(percent, 3)}%` }}
        />
      </div>
      <dl className="mt-2 flex justify-between gap-4 text-sm">
        <div>
          <dt className="text-muted">{t('bonus.lostTo')}</dt>
          <dd className="font-medium">
            <Money amount={grant.failTo} currency={currency} />
          </dd>
        </div>
        <div className="text-end">
          <dt className="text-muted">{t('bonus.wonFrom')}</dt>
          <dd className="font-medium">
            <Money amount={grant.successFrom} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-sm font-medium" role="status">
        {t(`bonus.standing.${progress}`)}
      </p>
    </div>
  );
}
