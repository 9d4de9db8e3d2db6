import { useState } from 'react';
import { useGetSlipsQuery } from '../../api/statementApi';
import type { Slip } from '../../api/types';
import { usePages } from '../../api/usePages';
import { useGetWalletQuery } from '../../api/walletApi';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useSlipReason, useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
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
            <th scope="col" className="px-2 text-end whitespace-nowrap">
              {t('common.amount')}
            </th>
            <th scope="col" className="px-2 text-start">
              {t('common.status')}
            </th>
            <th scope="col" className="ps-2">
              <span className="sr-only">{t('common.view')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {slips.map((slip) => (
            <SlipRow key={slip.id} slip={slip} currency={currency} onView={() => setShown(slip)} />
          ))}
        </tbody>
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

interface SlipRowProps {
  slip: Slip;
  currency: string | undefined;
  onView: () => void;
}

function SlipRow({ slip, currency, onView }: SlipRowProps) {
  const t = useText();
  const slipReason = useSlipReason();
  const note = slipNote(slip);
  const hasAmount = slip.amount !== null && !isZero(slip.amount) && !slip.amount.startsWith('-');
  return (
    <tr className="align-top *:py-3">
      <td className="pe-2">
        <Moment time={slip.createdAt} show="absolute" className="[&>span]:whitespace-normal" />
        <Moment time={slip.createdAt} show="relative" className="block text-xs text-muted" />
      </td>
      <td className="px-2 text-end font-semibold">
        {hasAmount && slip.amount ? <Money amount={slip.amount} currency={currency} /> : '–'}
      </td>
      <td className="px-2">
        <StatusBadge status={slip.status} />
        {note && (
          <p className="mt-1 text-xs text-muted">{note.id ? t(note.id) : slipReason(note.code)}</p>
        )}
      </td>
      <td className="ps-2 text-end">
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
  );
}
