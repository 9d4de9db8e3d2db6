import { useState } from 'react';
import type { Bonus } from '../../api/types';
import { useLocalText } from '../../intl/localText';
import type { MessageId } from '../../intl/messages';
import { moneyText, useMoneyText } from '../../intl/moneyText';
import { useQuoteWords } from '../../intl/quoteWords';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';
import { EmptyState } from '../../ui/feedback/States';
import { BonusModal } from './BonusModal';
import { useOfferWords } from './useOfferWords';

interface BonusGridProps {
  bonuses: readonly Bonus[];
  currency: string;
}

/** The bonuses on offer, each with the operator's picture. */
export function BonusGrid({ bonuses, currency }: BonusGridProps) {
  const t = useText();
  const [open, setOpen] = useState<string | null>(null);
  const opened = bonuses.find(({ code }) => code === open);
  if (bonuses.length === 0) {
    return (
      <Card flush>
        <EmptyState icon="gift" title={t('bonus.none')}>
          {t('bonus.noneDetail')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {bonuses.map((bonus) => (
          <li key={bonus.code}>
            <BonusCard bonus={bonus} currency={currency} onOpen={() => setOpen(bonus.code)} />
          </li>
        ))}
      </ul>
      {opened && <BonusModal bonus={opened} currency={currency} onClose={() => setOpen(null)} />}
    </>
  );
}

interface BonusCardProps {
  bonus: Bonus;
  currency: string;
  onOpen: () => void;
}

/** A picture with the offer below it. An offer claimed up to its limit cannot be opened. */
export function BonusCard({ bonus, currency, onOpen }: BonusCardProps) {
  const t = useText();
  const local = useLocalText();
  const words = useOfferWords(currency);
  const { isActive } = bonus.userBonus;
  const isDone = bonus.isReceived && !isActive;
  const picture = bonus.banners[0]?.image;
  return (
    <button
      type="button"
      disabled={isDone}
      onClick={onOpen}
      className="group flex h-full w-full flex-col overflow-hidden rounded-card bg-surface text-start shadow-card transition-shadow enabled:hover:shadow-sheet disabled:cursor-not-allowed"
    >
      <span
        className={classNames(
          'relative block h-36 w-full bg-accent-soft bg-cover bg-center sm:aspect-2/1 sm:h-auto',
          isDone && 'opacity-50 grayscale',
        )}
        style={picture ? { backgroundImage: `url("${encodeURI(picture)}")` } : undefined}
      />
      <span className="flex w-full flex-1 flex-col gap-2 p-4">
        <span className="flex w-full items-start justify-between gap-3">
          <span className={classNames('font-semibold', isDone && 'text-muted')}>
            {local(bonus.title)}
          </span>
          {isActive ? (
            <Marker icon="clock" text={t('bonus.current')} className="bg-accent text-on-accent" />
          ) : (
            isDone && (
              <Marker icon="check" text={t('common.received')} className="bg-sunken text-muted" />
            )
          )}
        </span>
        <span className="flex w-full items-start justify-between gap-3 text-sm text-muted">
          {bonus.percent === null && bonus.minDeposit !== null
            ? t('bonus.whenDeposit', { min: words.money(bonus.minDeposit) })
            : words.worth(bonus)}
          {/* The whole card opens them. */}
          <span className="inline-flex shrink-0 items-center gap-0.5 font-semibold text-accent">
            {t('nav.conditions')}
            <Icon name="chevronRight" size={16} />
          </span>
        </span>
        <Terms bonus={bonus} />
        <span className="mt-auto pt-2">
          {!isActive && !isDone && <Action bonus={bonus} currency={currency} />}
        </span>
      </span>
    </button>
  );
}

const OFTEN: Partial<Record<Bonus['type'], MessageId>> = {
  limit: 'bonus.chip.limit',
  day: 'bonus.chip.day',
  week: 'bonus.chip.week',
};

/** What most ask about an offer; its dialog has all of its terms. */
function Terms({ bonus }: { bonus: Bonus }) {
  const t = useText();
  const { turnoverTimes, expireDays, successPercent, type, maxReceived } = bonus;
  const often = OFTEN[type];
  return (
    <span className="flex flex-wrap gap-2">
      {turnoverTimes > 0 && (
        <Chip icon="refresh" text={t('bonus.chip.turnover', { times: turnoverTimes })} />
      )}
      {expireDays !== null && (
        <Chip icon="clock" text={t('bonus.chip.days', { days: expireDays })} />
      )}
      {Number(successPercent) > 100 && (
        <Chip icon="lock" text={t('bonus.chip.until', { percent: successPercent })} />
      )}
      <Chip
        icon="ticket"
        text={often ? t(often, { max: maxReceived }) : t(`bonus.type.${type}`)}
        name={t('bonus.count', { n: bonus.receivedCount, max: maxReceived })}
      />
    </span>
  );
}

function Chip({ icon, text, name }: { icon: IconName; text: string; name?: string }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 ps-2 pe-2.5 text-xs font-medium text-muted">
      <Icon name={icon} size={14} />
      <span aria-hidden={name ? true : undefined}>{text}</span>
      {name && <span className="sr-only">{name}</span>}
    </span>
  );
}

/** How the offer is taken, as a button looks: the whole card is one, and its dialog has the cost. */
function Action({ bonus: { quote }, currency }: { bonus: Bonus; currency: string }) {
  const t = useText();
  const words = useQuoteWords(currency);
  const own = useMoneyText(currency);
  const { status, figures, depositNeeded } = quote;
  const look = 'flex min-h-11 items-center justify-center rounded-control px-4 font-semibold';
  if (status === 'READY') {
    return (
      <span className={`${look} bg-gold text-on-gold group-hover:bg-gold-light`}>
        {t('bonus.claim', { amount: own(figures?.amount ?? '0') })}
      </span>
    );
  }
  const isOpenByDeposit = depositNeeded !== null;
  return (
    <span className="space-y-2">
      {status !== 'DEPOSIT_FIRST' && (
        <span className="flex items-start gap-1.5 text-sm font-medium text-caution">
          <Icon name="info" size={18} className="mt-px shrink-0" />
          {words(quote)}
        </span>
      )}
      {isOpenByDeposit && (
        <span className={`${look} border border-edge text-accent`}>
          {t('bonus.depositToClaim', { min: moneyText(depositNeeded, currency) })}
        </span>
      )}
    </span>
  );
}

function Marker({ icon, text, className }: { icon: IconName; text: string; className: string }) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-xs font-medium whitespace-nowrap',
        className,
      )}
    >
      <Icon name={icon} size={14} />
      {text}
    </span>
  );
}
