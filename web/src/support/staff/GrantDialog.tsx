import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { useToast } from '../../ui/feedback/toasts';
import { TextField } from '../../ui/field/TextField';
import { type StaffAccount, useGrantQuotaMutation } from '../api/staffAccountsApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';

const NUMBER = /^\d{1,4}$/;
const NUMBER_MAX = 1000;

const numberOf = (text: string) => {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return number <= NUMBER_MAX ? number : Number.NaN;
};

/** Grants a member of staff more searches and players for an hour. */
export function GrantDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [grant, { isLoading, error }] = useGrantQuotaMutation();
  const [typed, setTyped] = useState({ searches: '0', players: '0', reason: '' });
  const [isSent, setIsSent] = useState(false);
  const set = (field: keyof typeof typed) => (text: string) =>
    setTyped({ ...typed, [field]: text });
  const [searches, players] = [numberOf(typed.searches.trim()), numberOf(typed.players.trim())];
  const isNumber = searches + players > 0;
  const reason = typed.reason.trim();
  const submit = async () => {
    setIsSent(true);
    if (!isNumber || !isReason(reason) || isLoading) return;
    const answer = await grant({ id: account.id, searches, players, reason });
    if (answer.error) return;
    toast.success(t('support.staff.granted'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('support.staff.grant')}
      confirmLabel={t('support.staff.grant')}
      onConfirm={submit}
      onCancel={onClose}
      busy={isLoading}
    >
      <div className="space-y-4">
        <p className="font-medium">{`${account.name} (${account.username})`}</p>
        {(['searches', 'players'] as const).map((field) => (
          <TextField
            key={field}
            label={t(
              field === 'searches' ? 'support.staff.moreSearches' : 'support.staff.morePlayers',
            )}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={typed[field]}
            onChange={set(field)}
            hint={t('support.staff.numberHint')}
            error={isSent && !isNumber ? t('support.staff.numberWrong') : null}
          />
        ))}
        <ReasonField
          value={typed.reason}
          onChange={set('reason')}
          isShort={isSent && !isReason(reason)}
        />
        {error && <ErrorNote>{problemText(error)}</ErrorNote>}
      </div>
    </ConfirmDialog>
  );
}
