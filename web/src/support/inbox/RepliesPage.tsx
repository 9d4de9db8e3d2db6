import { useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { DialogButtons } from '../../ui/dialog/DialogButtons';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { useTitle } from '../../ui/display/useTitle';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { TextField } from '../../ui/field/TextField';
import { useRole } from '../api/hooks';
import {
  type PreparedReply,
  useListRepliesQuery,
  useRemoveReplyMutation,
  useSaveReplyMutation,
} from '../api/inboxApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { ReplyWords } from './ReplyPicker';
import { ReplyTexts } from './ReplyTexts';
import { draftsOf, messagesOf } from './replyTexts';

const SHORTCUT = /^[a-z0-9_-]{1,32}$/;

function ReplyDialog({ reply, onClose }: { reply: PreparedReply | null; onClose: () => void }) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const [save, { isLoading, error }] = useSaveReplyMutation();
  const [title, setTitle] = useState(reply?.title ?? '');
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [drafts, setDrafts] = useState(() => draftsOf(reply));
  const [isChecked, setIsChecked] = useState(false);
  const messages = messagesOf(drafts);
  const isShortcutRight = SHORTCUT.test(shortcut.trim());

  const submit = async () => {
    setIsChecked(true);
    if (!title.trim() || !isShortcutRight || !messages) return;
    const answer = await save({
      id: reply?.id ?? null,
      draft: { title: title.trim(), shortcut: shortcut.trim(), ...messages },
    });
    if (!answer.error) onClose();
  };
  return (
    <Modal
      title={t(reply ? 'support.reply.change' : 'support.reply.add')}
      size="wide"
      onClose={onClose}
      footer={
        <DialogButtons busy={isLoading} onClick={submit} onCancel={onClose}>
          {t('common.save')}
        </DialogButtons>
      }
    >
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('support.compose.title')}
            value={title}
            maxLength={80}
            onChange={setTitle}
            error={isChecked && !title.trim() ? t('common.required') : null}
          />
          <TextField
            label={t('support.reply.shortcut')}
            hint={t('support.reply.shortcutHint')}
            value={shortcut}
            maxLength={32}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(text) => setShortcut(text.toLowerCase())}
            error={isChecked && !isShortcutRight ? t('support.reply.shortcutHint') : null}
          />
        </div>
        <ReplyTexts
          value={drafts}
          onChange={setDrafts}
          problem={isChecked && !messages ? t('support.compose.incomplete') : null}
        />
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
      </div>
    </Modal>
  );
}

interface RowProps {
  reply: PreparedReply;
  onChange: () => void;
  onRemove: () => void;
}

function Row({ reply, onChange, onRemove }: RowProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {reply.title} <span className="text-sm text-muted">/{reply.shortcut}</span>
        </p>
        <p dir="auto" className="truncate py-0.5 text-sm text-muted">
          <ReplyWords message={reply.message} />
        </p>
        <p className="text-xs text-muted">
          {t('support.reply.changed', { name: reply.changedBy, at: formatMoment(reply.changedAt) })}
        </p>
      </div>
      {isActing && (
        <>
          <IconButton
            icon="edit"
            label={t('support.reply.changeOne', { title: reply.title })}
            onClick={onChange}
          />
          <IconButton
            icon="close"
            label={t('support.reply.removeOne', { title: reply.title })}
            onClick={onRemove}
          />
        </>
      )}
    </li>
  );
}

/** The prepared answers, which all of staff share. */
export default function RepliesPage() {
  const t = useSupportText();
  useTitle(t('support.reply.replies'));
  const problemText = useSupportProblem();
  const isActing = useRole() !== 'auditor';
  const { data, error, isFetching, refetch } = useListRepliesQuery();
  const [remove, removing] = useRemoveReplyMutation();
  const [editing, setEditing] = useState<PreparedReply | 'new' | null>(null);
  const [leaving, setLeaving] = useState<PreparedReply | null>(null);
  const removeNow = async () => {
    if (!leaving) return;
    const answer = await remove(leaving.id);
    if (!answer.error) setLeaving(null);
  };
  return (
    <>
      <Link
        href="/inbox"
        className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
      >
        <Icon name="chevronLeft" size={18} />
        {t('support.nav.inbox')}
      </Link>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="flex-1 text-2xl font-bold">{t('support.reply.replies')}</h1>
        {isActing && <Button onClick={() => setEditing('new')}>{t('support.reply.add')}</Button>}
      </div>
      <Card flush className="overflow-hidden">
        {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
        {!data && !error && <SkeletonRows rows={3} label={t('common.loading')} />}
        {data?.replies.length === 0 && (
          <EmptyState icon="book" title={t('support.reply.empty')}>
            {t('support.reply.emptyHint')}
          </EmptyState>
        )}
        {data && data.replies.length > 0 && (
          <ul className="divide-y divide-line">
            {data.replies.map((reply) => (
              <Row
                key={reply.id}
                reply={reply}
                onChange={() => setEditing(reply)}
                onRemove={() => setLeaving(reply)}
              />
            ))}
          </ul>
        )}
      </Card>
      {editing && (
        <ReplyDialog reply={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('support.reply.remove')}
          confirmLabel={t('support.reply.remove')}
          onConfirm={removeNow}
          onCancel={() => setLeaving(null)}
          busy={removing.isLoading}
          danger
        >
          {t('support.reply.removeLead', { title: leaving.title })}
          {removing.error && <ErrorNote>{problemText(removing.error)}</ErrorNote>}
        </ConfirmDialog>
      )}
    </>
  );
}
