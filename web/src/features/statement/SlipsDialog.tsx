import { useState } from 'react';
import { useGetSlipsQuery } from '../../api/statementApi';
import type { Slip } from '../../api/types';
import { usePages } from '../../api/usePages';
import { useGetWalletQuery } from '../../api/walletApi';
import { SlipToSupport } from '../../chat/SlipToSupport';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useSlipStep } from '../../intl/slipStep';
import { useSlipReason, useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { SlipViewer } from './SlipPicture';
import { slipNote } from './slipNote';
import { PAGE_SIZE } from './statementQuery';

interface SlipsDialogProps {
  onClose: () => void;
}

/** Every uploaded slip with its outcome. */
export default function SlipsDialog({ onClose }: SlipsDialogProps) {
  const t = useText();
  const list = usePages(useGetSlipsQuery, PAGE_SIZE);
  return (
    <Modal title={t('slip.list')} onClose={onClose} size="wide">
      <div className="flex justify-end">
        <Button tone="quiet" icon="refresh" busy={list.isFetching} onClick={list.refetch}>
          {t('common.refresh')}
        </Button>
      </div>
      <PagedList
        list={list}
        items={(page) => page.slips}
        rows={3}
        empty={
          <EmptyState icon="image" title={t('slip.emptyList')}>
            {t('slip.emptyListDetail')}
          </EmptyState>
        }
      >
        {(slips) => <SlipTable slips={slips} />}
      </PagedList>
    </Modal>
  );
}

function SlipTable({ slips }: { slips: readonly Slip[] }) {
  const t = useText();
  const currency = useGetWalletQuery().data?.wallet.currency;
  const [shown, setShown] = useState<Slip | null>(null);
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('slip.list')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-xs text-muted *:py-2 *:font-medium">
            <th scope="col" className="pe-2 text-start">
              {t('common.date')}
            </th>
            <th scope="col" className="pe-2 text-end whitespace-nowrap">
              {t('common.amount')}
            </th>
            <th scope="col" className="ps-1 text-start">
              {t('common.status')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('common.view')}</span>
            </th>
          </tr>
        </thead>
        {slips.map((slip) => (
          <SlipRows key={slip.id} slip={slip} currency={currency} onView={() => setShown(slip)} />
        ))}
      </table>
      {shown && (
        <SlipViewer
          link={shown.link}
          alt={t('slip.image', { time: formatMoment(shown.createdAt) })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface SlipRowsProps {
  slip: Slip;
  currency: string | undefined;
  onView: () => void;
}

/** A slip, and in a row of its whole width what there is to say about it. */
function SlipRows({ slip, currency, onView }: SlipRowsProps) {
  const t = useText();
  const note = slipNote(slip);
  const hasAmount = slip.amount !== null && !isZero(slip.amount) && !slip.amount.startsWith('-');
  return (
    <tbody className="border-b border-line last:border-0">
      <tr className={classNames('align-top *:pt-3', note ? '*:pb-1' : '*:pb-3')}>
        <td className="pe-2 [overflow-wrap:normal]">
          <Moment time={slip.createdAt} show="absolute" className="[&>span]:whitespace-normal" />
          <Moment time={slip.createdAt} show="relative" className="block text-xs text-muted" />
        </td>
        <td className="pe-2 text-end font-semibold">
          {hasAmount && slip.amount ? <Money amount={slip.amount} currency={currency} /> : '–'}
        </td>
        <td className="ps-1">
          <StatusBadge status={slip.status} />
        </td>
        <td className="text-end">
          <button
            type="button"
            onClick={onView}
            aria-label={t('slip.viewNamed', { time: formatMoment(slip.createdAt) })}
            className="-my-2.5 -me-1 inline-flex min-h-11 min-w-11 items-center justify-end px-1 font-medium text-accent hover:underline"
          >
            {t('common.view')}
          </button>
        </td>
      </tr>
      {note && (
        <tr>
          <td colSpan={4} className="pb-3 text-xs text-muted">
            <SlipNote slip={slip} currency={currency} note={note} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface SlipNoteProps extends Pick<SlipRowsProps, 'slip' | 'currency'> {
  note: NonNullable<ReturnType<typeof slipNote>>;
}

/** Why it waits, or why it was refused and what the player can do now. */
function SlipNote({ slip, currency, note }: SlipNoteProps) {
  const t = useText();
  const slipReason = useSlipReason();
  const slipStep = useSlipStep();
  const money = useMoneyText(currency ?? '');
  if (note.id) {
    const words = note.amount ? t(note.id, { amount: money(note.amount) }) : t(note.id);
    return <p>{words}</p>;
  }
  return (
    <>
      <p className="font-medium text-ink">{slipReason(note.code)}</p>
      <p>{slipStep(note.code)}</p>
      <SlipToSupport slip={slip} note={note.code} tone="quiet" className="-ms-5" />
    </>
  );
}
