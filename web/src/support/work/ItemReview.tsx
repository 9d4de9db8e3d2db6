import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Notice } from '../../ui/feedback/Notice';
import type { WorkItem } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { REFUSE } from '../ui/tones';
import { Facts } from './Facts';
import { questionsOf } from './questions';
import { ReviewFrame } from './ReviewFrame';
import { detailOf } from './useDetail';
import { WorkLines, WorkPlayer } from './WorkPlayer';

const HINTS = {
  manual: 'support.work.manualHint',
  qr: 'support.work.qrHint',
  withdrawals: 'support.work.withdrawalHint',
} as const;

/** The player and the amount, next to the question. */
function Subject({ item: { player, amount, currency } }: { item: WorkItem }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-sunken px-4 py-2">
      <span className="font-medium">{player.name}</span>
      {amount && currency && (
        <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
      )}
    </p>
  );
}

function useFacts(item: WorkItem): (readonly [string, string])[] {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { kind, id, since, reason } = item;
  const heldUntil = detailOf(item, 'heldUntil');
  const all = [
    [t('support.work.channel'), detailOf(item, 'channel')],
    [t('support.work.why'), reason ? nameOf('support.work.reason', reason) : ''],
    [t('support.work.since'), formatMoment(since)],
    [
      t('support.work.hold'),
      kind === 'withdrawals' && heldUntil
        ? t('support.work.heldUntil', { at: formatMoment(heldUntil) })
        : '',
    ],
    [t('support.work.itemId'), id],
  ] as const;
  return all.filter(([, value]) => value);
}

/** An announced deposit, a QR payment or a held withdrawal, with what speaks for and against it. */
export function ItemReview({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const facts = useFacts(item);
  return (
    <ReviewFrame
      item={item}
      buttons={(ask) =>
        // The filled one last: it is nearest to the thumb and to the edge.
        questionsOf(t, item)
          .toReversed()
          .map((each) => (
            <Button
              key={each.path}
              {...(each.isDanger && { className: REFUSE })}
              onClick={() => ask({ ...each, lead: <Subject item={item} /> })}
            >
              {each.title}
            </Button>
          ))
      }
    >
      <div className="min-w-0 space-y-4">
        <Card>
          <h3 className="mb-3 font-semibold">{t('support.work.facts')}</h3>
          {item.kind in HINTS && <Notice>{t(HINTS[item.kind as keyof typeof HINTS])}</Notice>}
          <div className="mt-2">
            <Facts facts={facts} />
          </div>
        </Card>
        <WorkLines item={item} />
      </div>
      <WorkPlayer item={item} />
    </ReviewFrame>
  );
}
