import { useId, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { useToast } from '../../ui/feedback/toasts';
import { TextField } from '../../ui/field/TextField';
import { useRole, useStaffSelector } from '../api/hooks';
import {
  type ConversationView,
  useEndConversationMutation,
  useEraseTextMutation,
  useHandOverMutation,
  useListColleaguesQuery,
  useTakeConversationMutation,
} from '../api/inboxApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';

const REASON = { min: 3, max: 300 };

interface DialogProps {
  view: ConversationView;
  onClose: () => void;
}

function HandOverDialog({ view, onClose }: DialogProps) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const { data, error, isFetching, refetch } = useListColleaguesQuery();
  const [handOver, sending] = useHandOverMutation();
  const formId = useId();
  const [to, setTo] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const others = data?.colleagues.filter((it) => it.id !== selfId) ?? [];
  const submit = async () => {
    setIsMissing(!to);
    if (!to || sending.isLoading) return;
    const answer = await handOver({ id: view.id, to });
    if (!answer.error) onClose();
  };
  return (
    <Modal
      title={t('support.inbox.handOver')}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={sending.isLoading}>
            {t('support.inbox.handOver')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data && (
          <fieldset className="space-y-2">
            <legend className="mb-2 text-sm font-medium">{t('support.inbox.to')}</legend>
            {others.length === 0 && <p className="text-muted">{t('support.inbox.nobody')}</p>}
            {others.map((it) => (
              <label
                key={it.id}
                className="flex min-h-12 items-center gap-3 rounded-control border border-line px-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="colleague"
                  className="size-5 accent-accent"
                  checked={to === it.id}
                  onChange={() => {
                    setTo(it.id);
                    setIsMissing(false);
                  }}
                />
                <span className="flex-1">{it.name}</span>
                <span className="tabular text-sm text-muted">
                  {t('support.inbox.has', { n: it.conversations })}
                </span>
                <Chip tone={it.isHere ? 'positive' : 'plain'}>
                  {t(it.isHere ? 'support.inbox.here' : 'support.inbox.away')}
                </Chip>
              </label>
            ))}
          </fieldset>
        )}
        {isMissing && <ErrorNote>{t('support.inbox.toMissing')}</ErrorNote>}
        {sending.error && <ErrorNote>{problemText(sending.error)}</ErrorNote>}
      </form>
    </Modal>
  );
}

function EraseDialog({ view, onClose }: DialogProps) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [erase, { isLoading, error }] = useEraseTextMutation();
  const [reason, setReason] = useState('');
  const [isShort, setIsShort] = useState(false);
  const submit = async () => {
    const text = reason.trim();
    setIsShort(text.length < REASON.min);
    if (text.length < REASON.min) return;
    const answer = await erase({ id: view.id, reason: text });
    if (!answer.data) return;
    toast.success(t('support.inbox.erased', { n: answer.data.erased }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('support.inbox.erase')}
      confirmLabel={t('support.inbox.eraseNow')}
      onConfirm={submit}
      onCancel={onClose}
      busy={isLoading}
      danger
    >
      <p className="mb-4">{t('support.inbox.eraseLead')}</p>
      <TextField
        label={t('support.look.reason')}
        value={reason}
        maxLength={REASON.max}
        onChange={setReason}
        error={isShort ? t('support.look.tooShort') : null}
      />
      {error && (
        <div className="mt-3">
          <ErrorNote>{problemText(error)}</ErrorNote>
        </div>
      )}
    </ConfirmDialog>
  );
}

type Asked = 'take' | 'hand-over' | 'end' | 'erase' | null;

/** The conversation's holder, and the actions on the whole conversation. */
export function ConversationActions({
  view,
  lastSequence,
}: {
  view: ConversationView;
  /** The last message that is on the screen. */
  lastSequence: string;
}) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const role = useRole();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const [asked, setAsked] = useState<Asked>(null);
  const [take, taking] = useTakeConversationMutation();
  const [end, ending] = useEndConversationMutation();
  if (role === 'auditor') return null;

  const { assignedTo } = view;
  const isMine = assignedTo?.id === selfId;
  const close = () => setAsked(null);
  const sendTake = async () => {
    const from = assignedTo && !isMine ? { from: assignedTo.id } : {};
    const answer = await take({ id: view.id, ...from });
    if (answer.error) toast.error(problemText(answer.error));
    close();
  };
  const sendEnd = async () => {
    const answer = await end({ id: view.id, sequence: lastSequence });
    if (answer.error) toast.error(problemText(answer.error));
    close();
  };
  const look = 'min-h-11! px-3! text-sm';

  return (
    <div className="flex gap-1 whitespace-nowrap *:shrink-0 lg:flex-wrap">
      {!isMine && (
        <Button
          tone={assignedTo ? 'secondary' : 'primary'}
          className={look}
          busy={taking.isLoading}
          onClick={() => (assignedTo ? setAsked('take') : sendTake())}
        >
          {t(assignedTo ? 'support.inbox.takeOver' : 'support.inbox.take')}
        </Button>
      )}
      {(!assignedTo || isMine || role === 'supervisor') && (
        <>
          <Button tone="quiet" className={look} onClick={() => setAsked('hand-over')}>
            {t('support.inbox.handOver')}
          </Button>
          {!view.isEnded && (
            <Button tone="quiet" className={look} onClick={() => setAsked('end')}>
              {t('support.inbox.end')}
            </Button>
          )}
        </>
      )}
      {role === 'supervisor' && (
        <Button tone="quiet" className={`${look} text-negative!`} onClick={() => setAsked('erase')}>
          {t('support.inbox.erase')}
        </Button>
      )}
      {asked === 'take' && (
        <ConfirmDialog
          title={t('support.inbox.takeOver')}
          confirmLabel={t('support.inbox.takeOver')}
          onConfirm={sendTake}
          onCancel={close}
          busy={taking.isLoading}
        >
          {t('support.inbox.takeOverLead', { name: assignedTo?.name ?? '' })}
        </ConfirmDialog>
      )}
      {asked === 'hand-over' && <HandOverDialog view={view} onClose={close} />}
      {asked === 'end' && (
        <ConfirmDialog
          title={t('support.inbox.end')}
          confirmLabel={t('support.inbox.end')}
          onConfirm={sendEnd}
          onCancel={close}
          busy={ending.isLoading}
        >
          {t('support.inbox.endLead')}
        </ConfirmDialog>
      )}
      {asked === 'erase' && <EraseDialog view={view} onClose={close} />}
    </div>
  );
}
