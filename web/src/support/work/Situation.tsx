import { formatMoment } from '../../intl/moment';
import type { OpenOperation, Situation as SituationNow } from '../api/workApi';
import { shortId } from '../intl/ids';
import type { SupportMessageId } from '../intl/messages';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { Balances } from '../side/Balances';
import { LastLines } from '../side/LastLines';

const KINDS = {
  transfer: 'support.state.openTransfers',
  withdrawal: 'support.state.openWithdrawals',
  slip: 'support.state.openSlips',
  qr: 'support.state.openQr',
  gift: 'support.state.openGifts',
  manual: 'support.state.openManual',
} as const satisfies Record<OpenOperation['kind'], SupportMessageId>;

interface OpenOperationsProps {
  open: readonly OpenOperation[];
  currency: string;
}

/** The player's money that is still under way: each ends by its own decision. */
function OpenOperations({ open, currency }: OpenOperationsProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const title = t('support.work.openOperations');
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {open.length === 0 ? (
        <p className="text-sm text-muted">{t('support.work.noOpenOperations')}</p>
      ) : (
        <ul className="divide-y divide-caution/15 rounded-control bg-caution-soft px-3 text-caution">
          {open.map(({ kind, id, status, amount, from, to, until }) => (
            <li key={id} className="py-2 text-sm">
              <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                <span>{`${t(KINDS[kind])} ${shortId(id)}`}</span>
                {amount && (
                  <span className="tabular whitespace-nowrap">
                    {moneyText({ amount, currency })}
                  </span>
                )}
              </p>
              <p className="text-xs">
                {[
                  from && to && `${words.place(from)} → ${words.place(to)}`,
                  words.word(status),
                  until && t('support.state.until', { time: formatMoment(until) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SituationProps {
  situation: SituationNow;
  /** Whether there is an amount whose lines are shown. */
  hasAmount: boolean;
}

/** A player's money now: balances, what is still under way, and where the same amount moved before. */
export function Situation({ situation, hasAmount }: SituationProps) {
  const t = useSupportText();
  const { wallet, open, sameAmount } = situation;
  return (
    <div className="space-y-4">
      {wallet && <Balances wallet={wallet} />}
      <OpenOperations open={open} currency={wallet?.currency ?? ''} />
      {hasAmount && (
        <LastLines
          lines={sameAmount}
          title={t('support.work.sameAmount')}
          none={t('support.work.noSameAmount')}
        />
      )}
    </div>
  );
}
