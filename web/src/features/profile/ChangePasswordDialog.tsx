import { useState } from 'react';
import { useChangePasswordMutation } from '../../api/accountApi';
import { useToast } from '../../app/toasts';
import { isPasswordLongEnough, PASSWORD_LENGTH_MIN } from '../../intl/password';
import { useProblemText, useText } from '../../intl/text';
import { ErrorNote } from '../../ui/ErrorNote';
import { FormModal } from '../../ui/FormModal';
import { PasswordField } from '../../ui/PasswordField';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [changePassword, { isLoading, error }] = useChangePasswordMutation();

  const findFault = (): string | null => {
    if (!oldPassword || !newPassword || !confirm) return t('common.required');
    if (newPassword !== confirm) return t('profile.passwordNotEqual');
    if (!isPasswordLongEnough(newPassword)) {
      return t('register.passwordShort', { n: PASSWORD_LENGTH_MIN });
    }
    return null;
  };
  const onSubmit = async () => {
    const found = findFault();
    setFault(found);
    if (found) return;
    const answer = await changePassword({ oldPassword, newPassword });
    if (answer.error) return;
    toast.success(t('common.saved'));
    onClose();
  };
  const shown = fault ?? (error ? problemText(error) : null);

  return (
    <FormModal
      title={t('profile.changePassword')}
      onClose={onClose}
      onSubmit={onSubmit}
      busy={isLoading}
    >
      <PasswordField
        label={t('profile.oldPassword')}
        name="oldPassword"
        autoComplete="current-password"
        maxLength={256}
        value={oldPassword}
        onChange={setOldPassword}
      />
      <PasswordField
        label={t('profile.newPassword')}
        name="newPassword"
        autoComplete="new-password"
        maxLength={128}
        value={newPassword}
        onChange={setNewPassword}
        hint={t('profile.passwordEndsOthers')}
      />
      <PasswordField
        label={t('profile.confirmNewPassword')}
        name="confirmNewPassword"
        autoComplete="new-password"
        maxLength={128}
        value={confirm}
        onChange={setConfirm}
      />
      {shown && <ErrorNote>{shown}</ErrorNote>}
    </FormModal>
  );
}
