import { Link } from 'wouter';
import { Icon, type IconName } from '../../ui/display/Icon';
import type { PlayerSide } from '../api/sideApi';
import type { Money } from '../api/types';
import type { WorkKind } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from './Age';

export const WORK_ICONS: Record<WorkKind | 'approvals', IconName> = {
  slips: 'image',
  qr: 'phone',
  manual: 'deposit',
  withdrawals: 'withdraw',
  transfers: 'transfer',
  approvals: 'userPlus',
};

interface Entry {
  id: string;
  href: string;
  icon: IconName;
  label: string;
  since: string;
  amount: string | null | undefined;
  currency: string | null | undefined;
  kind?: WorkKind | undefined;
  reason?: string | null | undefined;
}

/** Of a QR order for which something else was paid. */
const OTHER_AMOUNT = 'OTHER_AMOUNT';

/** The amount of an item. Lists have the ordered amount of a QR order, even if another was paid. */
export function useAmountText() {
  const t = useSupportText();
  return (money: Money, { kind, reason }: Pick<Entry, 'kind' | 'reason'>) =>
    kind === 'qr' && reason === OTHER_AMOUNT
      ? t('support.work.orderedAmount', { amount: moneyText(money) })
      : moneyText(money);
}

function useEntries({ work, decisions }: PlayerSide): Entry[] {
  const t = useSupportText();
  const nameOf = useNameOf();
  return [
    ...work.map(({ kind, id, since, amount, currency, reason }) => ({
      id,
      href: `/work/${kind}/${id}`,
      icon: WORK_ICONS[kind],
      label: t(`support.work.one.${kind}`),
      since,
      amount,
      currency,
      kind,
      reason,
    })),
    ...decisions.map(({ id, kind, askedAt, amount, currency }) => ({
      id,
      href: `/work/approvals/${id}`,
      icon: WORK_ICONS.approvals,
      label: `${t('support.work.list.approvals')}: ${nameOf('support.work.decision', kind ?? '')}`,
      since: askedAt,
      amount,
      currency,
    })),
  ];
}

/** What of a player waits for a person; each leads to it. */
export function OpenWork({ side, exceptId }: { side: PlayerSide; exceptId?: string }) {
  const t = useSupportText();
  const entries = useEntries(side).filter(({ id }) => id !== exceptId);
  const amountText = useAmountText();
  const title = t(exceptId ? 'support.side.otherWork' : 'support.side.work');
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {entries.length === 0 ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Icon name="check" size={18} className="text-positive" />
          {t(exceptId ? 'support.side.noOtherWork' : 'support.side.noWork')}
        </p>
      ) : (
        <ul className="overflow-hidden rounded-control bg-caution-soft text-caution">
          {entries.map(({ id, href, icon, label, since, amount, currency, kind, reason }) => (
            <li key={id} className="border-caution/15 not-first:border-t">
              <Link
                href={href}
                className="flex min-h-11 items-center gap-2.5 px-3 py-1.5 hover:bg-caution/8 focus-visible:-outline-offset-2"
              >
                <Icon name={icon} size={18} className="shrink-0" />
                <span className="min-w-0 flex-1">
                  <span className="block text-sm leading-snug font-semibold">{label}</span>
                  <span className="flex items-baseline gap-1.5 text-xs">
                    {amount && currency && (
                      <span className="tabular font-semibold whitespace-nowrap">
                        {amountText({ amount, currency }, { kind, reason })}
                      </span>
                    )}
                    <Age since={since} />
                  </span>
                </span>
                <Icon name="chevronRight" size={16} className="-me-1 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
