import { formatPhone } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useNow } from '../../ui/display/clock';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { useGetWorkSideQuery, type WorkSide } from '../api/sideApi';
import type { WorkItem } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { ShortId } from '../ui/ShortId';
import { REFUSE } from '../ui/tones';
import { BankChange } from './BankChange';
import type { Question } from './DecideDialog';
import { Facts } from './Facts';
import { withdrawalQuestions } from './questions';
import { Columns, ReviewFrame } from './ReviewFrame';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

interface SubjectProps {
  item: WorkItem;
  /** Where the money goes; none where it goes back to the wallet. */
  account: Pick<WorkSide['owner'], 'bankCode' | 'accountNo' | 'holder'> | undefined;
}

/** The player, the amount and the account that it goes to, next to the question. */
function Subject({ item: { player, amount, currency }, account }: SubjectProps) {
  const t = useSupportText();
  return (
    <div className="rounded-control bg-sunken px-4 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{player.name}</span>
        {amount && currency && (
          <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
        )}
      </p>
      {account && (
        <p className="tabular flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <span className="text-muted">{t('support.player.bankAccount')}</span>
          <span className="[overflow-wrap:anywhere]">
            {`${account.bankCode} ${account.accountNo} · ${account.holder}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** How long until a held withdrawal goes out. */
function Release({ until }: { until: string }) {
  const t = useSupportText();
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / 60_000));
  return (
    <p className="tabular flex items-center gap-2 font-medium">
      <Icon name="clock" size={20} className="shrink-0 text-caution" />
      {t('support.work.goesOut', {
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
        at: formatMoment(until).slice(0, 16),
      })}
    </p>
  );
}

/** Above all the player knows whether they changed it. */
function Call({ phone }: { phone: string }) {
  const t = useSupportText();
  return (
    <a href={`tel:${phone}`} className={`${linkButton('secondary')} min-h-11! w-full text-sm`}>
      <Icon name="phone" size={20} />
      {t('support.work.call', { phone: formatPhone(phone) })}
    </a>
  );
}

function FactCard({ item, side }: { item: WorkItem; side: WorkSide | undefined }) {
  const t = useSupportText();
  const until = detailOf(item, 'heldUntil');
  const owner = side?.owner;
  const number = t('support.work.itemId');
  return (
    <Card>
      <h3 className="mb-3 font-semibold">{t('support.work.facts')}</h3>
      <div className="space-y-3">
        {until && <Release until={until} />}
        <Notice>{t('support.work.withdrawalHint')}</Notice>
        {owner && <Call phone={owner.phone} />}
        <Facts facts={[[number, <ShortId key="id" label={number} id={item.id} />]]} />
      </div>
    </Card>
  );
}

/** A held withdrawal, with what speaks for and against it. */
export function WithdrawalReview({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const { data: side } = useGetWorkSideQuery(item.id);
  const isOther = side && !side.bankChange;
  const payee = side?.bankChange?.now ?? side?.owner;
  const lead = ({ isDanger }: Question) => (
    <Subject item={item} account={isDanger ? undefined : payee} />
  );
  return (
    <ReviewFrame
      item={item}
      reason={isOther ? 'PAYOUTS_HELD' : undefined}
      buttons={(ask) =>
        // The filled one last: it is nearest to the thumb and to the edge.
        withdrawalQuestions(t, item)
          .toReversed()
          .map((each) => (
            <Button
              key={each.path}
              {...(each.isDanger && { className: REFUSE })}
              onClick={() => ask({ ...each, lead: lead(each) })}
            >
              {each.title}
            </Button>
          ))
      }
    >
      <Columns
        main={
          <>
            {side ? (
              <BankChange change={side.bankChange ?? null} />
            ) : (
              <Skeleton className="h-44 w-full rounded-card" />
            )}
            <FactCard item={item} side={side} />
            <div className="order-last">
              <WorkLines item={item} />
            </div>
          </>
        }
        aside={<WorkPlayer item={item} />}
      />
    </ReviewFrame>
  );
}
