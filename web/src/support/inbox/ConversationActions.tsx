import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { Button } from '../../ui/display/Button';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { useToast } from '../../ui/feedback/toasts';
import { useRole, useStaffSelector } from '../api/hooks';
import {
  type ConversationView,
  useEndConversationMutation,
  useEraseTextMutation,
  useHandOverMutation,
  useTakeConversationMutation,
} from '../api/inboxApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { ColleagueDialog } from '../side/ColleagueDialog';
import { type Action, ActionMenu } from '../ui/ActionMenu';
import { isReason, ReasonField } from '../ui/ReasonField';

interface DialogProps {
  view: ConversationView;
  onClose: () => void;
}

function HandOverDialog({ view, onClose }: DialogProps) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const [handOver, { isLoading, error }] = useHandOverMutation();
  const send = async (to: string) => {
    const answer = await handOver({ id: view.id, to });
    if (!answer.error) onClose();
  };
  return (
    <ColleagueDialog
      title={t('support.inbox.handOver')}
      withConversations
      busy={isLoading}
      refusal={error && problemText(error)}
      onSend={send}
      onClose={onClose}
    />
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
    setIsShort(!isReason(reason));
    if (!isReason(reason)) return;
    const answer = await erase({ id: view.id, reason: reason.trim() });
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
      <ReasonField value={reason} onChange={setReason} isShort={isShort} />
      {error && (
        <div className="mt-3">
          <ErrorNote>{problemText(error)}</ErrorNote>
        </div>
      )}
    </ConfirmDialog>
  );
}

type Asked = 'take' | 'hand-over' | 'end' | 'erase' | null;

interface ConversationActionsProps {
  view: ConversationView;
  /** The last message that is on the screen. */
  lastSequence: string;
  /** Shows the player, where there is no room for that next to the chat. */
  onPlayer: (() => void) | null;
}

/** What is behind the three dots: all of it on a phone, on a desk what is rare. */
function useFurther(
  { view, onPlayer }: ConversationActionsProps,
  isDesktop: boolean,
  ask: (asked: Asked) => void,
): Action[] {
  const t = useSupportText();
  const role = useRole();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const holder = view.assignedTo?.id;
  const mayPass = role !== 'auditor' && (!holder || holder === selfId || role === 'supervisor');
  const all: (Action | false | null)[] = [
    onPlayer && !isDesktop && { icon: 'user', label: t('support.inbox.player'), onPick: onPlayer },
    mayPass &&
      !isDesktop && {
        icon: 'userPlus',
        label: t('support.inbox.handOver'),
        onPick: () => ask('hand-over'),
      },
    mayPass &&
      !view.isEnded && { icon: 'check', label: t('support.inbox.end'), onPick: () => ask('end') },
    role === 'supervisor' && {
      icon: 'close',
      label: t('support.inbox.erase'),
      isDanger: true,
      onPick: () => ask('erase'),
    },
  ];
  return all.filter((each) => each !== false && each !== null);
}

/** The conversation's holder, and the actions on the whole conversation. */
export function ConversationActions(props: ConversationActionsProps) {
  const { view, lastSequence, onPlayer } = props;
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const role = useRole();
  const isDesktop = useIsDesktop();
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const [asked, setAsked] = useState<Asked>(null);
  const [take, taking] = useTakeConversationMutation();
  const [end, ending] = useEndConversationMutation();
  const further = useFurther(props, isDesktop, setAsked);

  const { assignedTo } = view;
  const isMine = assignedTo?.id === selfId;
  const isActing = role !== 'auditor';
  const mayPass = isActing && (!assignedTo || isMine || role === 'supervisor');
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
  const look = 'min-h-11! px-4! text-sm whitespace-nowrap';

  return (
    <div className="flex shrink-0 items-center gap-2">
      {onPlayer && isDesktop && (
        <Button tone="quiet" icon="user" className={look} onClick={onPlayer}>
          {t('support.inbox.player')}
        </Button>
      )}
      {mayPass && isDesktop && (
        <Button tone="secondary" className={look} onClick={() => setAsked('hand-over')}>
          {t('support.inbox.handOver')}
        </Button>
      )}
      {isActing && !isMine && (
        <Button
          tone={assignedTo ? 'secondary' : 'primary'}
          className={look}
          busy={taking.isLoading}
          onClick={() => (assignedTo ? setAsked('take') : sendTake())}
        >
          {t(assignedTo ? 'support.inbox.takeOver' : 'support.inbox.take')}
        </Button>
      )}
      {further.length > 0 && <ActionMenu label={t('support.inbox.more')} actions={further} />}
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
