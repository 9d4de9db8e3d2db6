import { useState } from 'react';
import { FormModal } from '../../ui/dialog/FormModal';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { CopyRow } from '../../ui/feedback/CopyRow';
import { useToast } from '../../ui/feedback/toasts';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import { type Handover, useChangeAccountMutation } from '../api/staffAccountsApi';
import type { StaffRole } from '../api/types';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';

const USERNAME = /^[a-z][a-z\d._-]{1,31}$/;
const ROLES: StaffRole[] = ['agent', 'supervisor', 'auditor'];

export interface AccountQuestion {
  title: string;
  /** Below `api/support/`. */
  path: string;
  /** What is decided about. */
  lead: string;
  /** What is asked for in addition to the reason. */
  asks?: 'account' | 'role';
  /** The role of now. */
  role?: StaffRole;
  isDanger?: boolean;
}

/** What is shown once: the dialog is left by its button only after it was handed over. */
function HandoverDialog({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const t = useSupportText();
  const { password, otpauth } = handover;
  return (
    <Modal
      title={t('support.staff.handover')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('support.staff.handedOver')}</Button>}
    >
      <div className="space-y-4">
        <p>{t(password ? 'support.staff.passwordLead' : 'support.staff.otpauthLead')}</p>
        {password && (
          <CopyRow
            label={t('auth.password')}
            value={password}
            toastText={t('support.staff.copied')}
          />
        )}
        {otpauth && (
          <CopyRow
            label={t('support.staff.otpauth')}
            value={otpauth}
            toastText={t('support.staff.copied')}
          />
        )}
      </div>
    </Modal>
  );
}

interface AccountDialogProps {
  question: AccountQuestion;
  onClose: () => void;
}

/** Asks for a change of an account, or answers to one. */
export function AccountDialog({ question, onClose }: AccountDialogProps) {
  const { title, path, lead, asks, role = 'agent', isDanger = false } = question;
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [change, { isLoading, error }] = useChangeAccountMutation();
  const [typed, setTyped] = useState({ username: '', name: '', role: role as string, reason: '' });
  const [isSent, setIsSent] = useState(false);
  const [handover, setHandover] = useState<Handover | null>(null);
  if (handover) return <HandoverDialog handover={handover} onClose={onClose} />;
  const set = (field: keyof typeof typed) => (text: string) =>
    setTyped({ ...typed, [field]: text });
  const [username, name, reason] = [typed.username.trim(), typed.name.trim(), typed.reason.trim()];
  const isShort = !isReason(reason);
  const isNameless = asks === 'account' && (!USERNAME.test(username) || name === '');
  const isSame = asks === 'role' && typed.role === role;

  const submit = async () => {
    setIsSent(true);
    if (isShort || isNameless || isSame) return;
    const body = {
      reason,
      ...(asks && { role: typed.role }),
      ...(asks === 'account' && { username, name }),
    };
    const { data } = await change({ path, body });
    if (!data) return;
    if (data.password || data.otpauth) {
      setHandover(data);
    } else {
      toast.success(t('support.staff.done'));
      onClose();
    }
  };

  return (
    <FormModal
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={title}
      busy={isLoading}
      danger={isDanger}
      refusal={error && problemText(error)}
    >
      <p>{lead}</p>
      {asks === 'account' && (
        <>
          <TextField
            label={t('support.login.username')}
            value={typed.username}
            onChange={set('username')}
            maxLength={32}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('support.staff.usernameHint')}
            error={isSent && !USERNAME.test(username) ? t('support.staff.usernameHint') : null}
          />
          <TextField
            label={t('support.staff.name')}
            value={typed.name}
            onChange={set('name')}
            maxLength={64}
            autoComplete="off"
            error={isSent && name === '' ? t('common.required') : null}
          />
        </>
      )}
      {asks && (
        <SelectField
          label={t('support.staff.role')}
          value={typed.role}
          onChange={set('role')}
          options={ROLES.map((each) => ({ value: each, label: t(`support.role.${each}`) }))}
          error={isSent && isSame ? t('support.staff.sameRole') : null}
        />
      )}
      <ReasonField value={typed.reason} onChange={set('reason')} isShort={isSent && isShort} />
    </FormModal>
  );
}
