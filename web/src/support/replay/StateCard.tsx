import type { ReactNode } from 'react';
import { formatMoment } from '../../intl/moment';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import type { Moment, StateGrant, StateWork, WalletState } from '../api/types';
import { shortId } from '../intl/ids';
import { useSupportText } from '../intl/text';
import { Part } from './EventCard';
import { moneyText, type ReplayWords } from './words';

interface StateProps {
  state: WalletState;
  currency: string;
  words: ReplayWords;
  /** Whether the event changed something at or below a path. */
  isChanged: (path: string) => boolean;
}

const CHANGED = 'bg-caution-soft text-caution font-semibold';

function Row({
  name,
  isChanged,
  children,
}: {
  name: string;
  isChanged: boolean;
  children: ReactNode;
}) {
  const t = useSupportText();
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 rounded-control px-2 py-1 text-sm',
        isChanged && CHANGED,
      )}
    >
      <dt className={isChanged ? undefined : 'text-muted'}>
        {name}
        {isChanged && <span className="sr-only"> ({t('support.diff.changed')})</span>}
      </dt>
      <dd className="tabular ms-auto text-end">{children}</dd>
    </div>
  );
}

function Buckets({ state, words, isChanged }: StateProps) {
  return (
    <dl className="-mx-2">
      {state.buckets.map((bucket) => (
        <Row
          key={bucket.account}
          name={words.account(bucket.account)}
          isChanged={isChanged(`buckets.${bucket.account}`)}
        >
          <span className="text-base">{moneyText(bucket)}</span>
        </Row>
      ))}
    </dl>
  );
}

function Grant({ grant, words, currency, isChanged }: StateProps & { grant: StateGrant | null }) {
  const t = useSupportText();
  if (!grant) return <p className="text-sm text-muted">{t('support.state.noGrant')}</p>;
  const money = (amount: string) => moneyText({ amount, currency });
  const rows: [keyof StateGrant, string][] = [
    ['kind', words.word(grant.kind)],
    ['reference', grant.reference],
    ['amount', money(grant.amount)],
    ['base', money(grant.base)],
    ['successFrom', money(grant.successFrom)],
    ['failTo', money(grant.failTo)],
    ['turnover', money(grant.turnover)],
    ['maxWithdraw', grant.maxWithdraw ? money(grant.maxWithdraw) : '—'],
    ['startedAt', formatMoment(grant.startedAt)],
    ['expiresAt', grant.expiresAt ? formatMoment(grant.expiresAt) : '—'],
  ];
  const isNew = isChanged('grant') && !isChanged('grant.');
  return (
    <dl className="-mx-2">
      {rows.map(([field, shown]) => (
        <Row key={field} name={words.field(field)} isChanged={isNew || isChanged(`grant.${field}`)}>
          {shown}
        </Row>
      ))}
    </dl>
  );
}

const OPEN_WORK = [
  'openTransfers',
  'openWithdrawals',
  'openSlips',
  'openQr',
  'openGifts',
  'openManual',
] as const;

function OpenWork(props: StateProps) {
  const t = useSupportText();
  const { state, words, currency, isChanged } = props;
  const all = OPEN_WORK.flatMap((group) =>
    state[group].map((work): [(typeof OPEN_WORK)[number], StateWork] => [group, work]),
  );
  if (all.length === 0) return <p className="text-sm text-muted">{t('support.state.noWork')}</p>;
  return (
    <dl className="-mx-2">
      {all.map(([group, work]) => (
        <Row
          key={work.id}
          name={`${t(`support.state.${group}`)} ${shortId(work.id)}`}
          isChanged={isChanged(`${group}.${work.id}`)}
        >
          {[
            work.amount && moneyText({ amount: work.amount, currency }),
            work.from && work.to && `${words.place(work.from)} → ${words.place(work.to)}`,
            words.word(work.status),
            work.until && t('support.state.until', { time: formatMoment(work.until) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Row>
      ))}
    </dl>
  );
}

function Others({ state, words, currency, isChanged }: StateProps) {
  const t = useSupportText();
  const money = (amount: string) => moneyText({ amount, currency });
  const { exclusion } = state;
  return (
    <dl className="-mx-2">
      {state.pendingRefund && (
        <Row name={t('support.state.pendingRefund')} isChanged={isChanged('pendingRefund')}>
          {money(state.pendingRefund)}
        </Row>
      )}
      {state.uncollectedInvites && (
        <Row
          name={t('support.state.uncollectedInvites')}
          isChanged={isChanged('uncollectedInvites')}
        >
          {money(state.uncollectedInvites)}
        </Row>
      )}
      {state.frozen && (
        <Row name={t('support.state.frozen')} isChanged={isChanged('frozen')}>
          {words.word(state.frozen)}
        </Row>
      )}
      {state.payoutsHeldUntil && (
        <Row name={t('support.state.payoutsHeldUntil')} isChanged={isChanged('payoutsHeldUntil')}>
          {formatMoment(state.payoutsHeldUntil)}
        </Row>
      )}
      {state.limits
        .filter((limit) => limit.limit !== null || limit.pending !== null)
        .map((limit) => (
          <Row
            key={limit.period}
            name={`${t('support.state.limits')} (${words.word(limit.period)})`}
            isChanged={isChanged(`limits.${limit.period}`)}
          >
            {`${money(limit.used)} / ${limit.limit ? money(limit.limit) : '—'}`}
          </Row>
        ))}
      <Row name={t('support.state.exclusion')} isChanged={isChanged('exclusion')}>
        {exclusion
          ? [
              words.word(exclusion.kind),
              exclusion.until
                ? t('support.state.until', { time: formatMoment(exclusion.until) })
                : t('support.state.forEver'),
            ].join(' · ')
          : '—'}
      </Row>
      {state.realityCheck !== null && (
        <Row name={t('support.state.realityCheck')} isChanged={isChanged('realityCheck')}>
          {t('support.state.minutes', { n: state.realityCheck })}
        </Row>
      )}
    </dl>
  );
}

export function StateCard({
  moment,
  currency,
  words,
}: {
  moment: Moment;
  currency: string;
  words: ReplayWords;
}) {
  const t = useSupportText();
  const paths = moment.diff.map((change) => change.path);
  const isChanged = (path: string) =>
    paths.some((changed) => changed === path || changed.startsWith(`${path}.`));
  const props = { state: moment.state, currency, words, isChanged };
  return (
    <Card>
      <h2 className="text-lg font-semibold">{t('support.state.title', { at: moment.sequence })}</h2>
      <Part title={t('support.state.buckets')}>
        <Buckets {...props} />
      </Part>
      <Part title={t('support.state.grant')}>
        <Grant {...props} grant={moment.state.grant} />
      </Part>
      <Part title={t('support.state.open')}>
        <OpenWork {...props} />
      </Part>
      <Part title={t('support.state.others')}>
        <Others {...props} />
      </Part>
    </Card>
  );
}
