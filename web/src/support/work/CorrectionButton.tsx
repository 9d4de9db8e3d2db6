import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { usePreviewCorrectionQuery } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { DecideDialog } from './DecideDialog';
import { Situation } from './Situation';

/** An amount as far as it can be looked for; nothing while it is being typed. */
const amountOf = (text: string) => (/^-?\d+(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : '');

/** What the correction is decided by: it follows the amount. */
function Basis({ playerId, typed }: { playerId: string; typed: string }) {
  const t = useSupportText();
  const amount = amountOf(typed);
  const { data, error, isFetching, refetch } = usePreviewCorrectionQuery({ id: playerId, amount });
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <Skeleton className="h-40 w-full rounded-card" />;
  return (
    <section aria-label={t('support.work.evidence')} className="rounded-control bg-sunken p-4">
      <Situation situation={data} hasAmount={amount !== ''} />
    </section>
  );
}

function CorrectionDialog({ playerId, onClose }: { playerId: string; onClose: () => void }) {
  const t = useSupportText();
  const { data } = usePreviewCorrectionQuery({ id: playerId, amount: '' });
  const hasOpen = (data?.open.length ?? 0) > 0;
  return (
    <DecideDialog
      onClose={onClose}
      question={{
        title: t('support.work.correct'),
        path: `players/${playerId}/corrections`,
        done: t('support.done.corrected'),
        isWide: true,
        lead: (
          <>
            <p>{t('support.work.correctLead')}</p>
            {hasOpen && <p>{t('support.work.correctOpen')}</p>}
          </>
        ),
        fields: [
          {
            name: 'amount',
            label: t('common.amount'),
            hint: t('support.work.correctHint'),
            isNeeded: true,
          },
          ...(hasOpen
            ? [
                {
                  name: 'unrelated',
                  label: t('support.work.unrelated'),
                  hint: t('support.work.unrelatedHint'),
                  isNeeded: true,
                  maxLength: 300,
                },
              ]
            : []),
        ],
        basis: ({ amount = '' }) => <Basis playerId={playerId} typed={amount} />,
      }}
    />
  );
}

/** Asks for a correction of a balance: a new event, never a change of an old one. */
export function CorrectionButton({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  const [isOpen, setIsOpen] = useState(false);
  if (!isActing) return null;
  return (
    <>
      <Button
        tone="secondary"
        icon="edit"
        className="min-h-11! px-4! text-sm"
        onClick={() => setIsOpen(true)}
      >
        {t('support.work.correct')}
      </Button>
      {isOpen && <CorrectionDialog playerId={playerId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
