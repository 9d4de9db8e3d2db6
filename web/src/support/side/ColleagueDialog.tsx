import { useState } from 'react';
import { FormModal } from '../../ui/dialog/FormModal';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import { type Colleague, useListColleaguesQuery } from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';

interface ColleagueDialogProps {
  title: string;
  /** Who may be chosen; every colleague by default. */
  isFit?: (colleague: Colleague) => boolean;
  /** Shows how many conversations each one has. */
  withConversations?: boolean;
  busy: boolean;
  refusal?: string | undefined;
  onSend: (to: string) => void;
  onClose: () => void;
}

/** Asks to whom something is handed over. */
export function ColleagueDialog(props: ColleagueDialogProps) {
  const { title, isFit = () => true, withConversations = false, busy, refusal } = props;
  const t = useSupportText();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const { data, error, isFetching, refetch } = useListColleaguesQuery();
  const [to, setTo] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const others = data?.colleagues.filter((each) => each.id !== selfId && isFit(each)) ?? [];
  const submit = () => {
    setIsMissing(!to);
    if (to) props.onSend(to);
  };
  return (
    <FormModal
      title={title}
      onClose={props.onClose}
      onSubmit={submit}
      submitLabel={t('support.inbox.handOver')}
      busy={busy}
      refusal={refusal}
    >
      {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <fieldset className="space-y-2">
          <legend className="mb-2 text-sm font-medium">{t('support.inbox.to')}</legend>
          {others.length === 0 && <p className="text-muted">{t('support.inbox.nobody')}</p>}
          {others.map((each) => (
            <label
              key={each.id}
              className="flex min-h-12 items-center gap-3 rounded-control border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="colleague"
                className="size-5 accent-accent"
                checked={to === each.id}
                onChange={() => {
                  setTo(each.id);
                  setIsMissing(false);
                }}
              />
              <span className="flex-1">{each.name}</span>
              {withConversations && (
                <span className="tabular text-sm text-muted">
                  {t('support.inbox.has', { n: each.conversations })}
                </span>
              )}
              <Chip tone={each.isHere ? 'positive' : 'plain'}>
                {t(each.isHere ? 'support.inbox.here' : 'support.inbox.away')}
              </Chip>
            </label>
          ))}
        </fieldset>
      )}
      {isMissing && <ErrorNote>{t('support.inbox.toMissing')}</ErrorNote>}
    </FormModal>
  );
}
