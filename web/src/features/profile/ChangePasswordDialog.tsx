import { useState } from 'react';
import { useChangePasswordMutation } from '../../api/accessApi';
import { isProblem } from '../../api/transport/problem';
import { isPasswordLongEnough, PASSWORD_LENGTH_MIN } from '../../intl/password';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useToast } from '../../ui/feedback/toasts';
import { PasswordField } from '../../ui/field/PasswordField';

interface Passwords {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}

type Faults = Partial<Record<keyof Passwords, string>>;

const EMPTY: Passwords = { oldPassword: '', newPassword: '', confirm: '' };

/** The faults by field; the first is the one to correct first. */
function useFaults() {
  const t = useText();
  return (typed: Passwords): Faults => {
    const found: Faults = {};
    for (const field of ['oldPassword', 'newPassword', 'confirm'] as const) {
      if (!typed[field]) found[field] = t('common.required');
    }
    if (Object.keys(found).length > 0) return found;
    const { newPassword, confirm } = typed;
    if (newPassword !== confirm) return { confirm: t('profile.passwordNotEqual') };
    if (!isPasswordLongEnough(newPassword)) {
      return { newPassword: t('register.passwordShort', { n: PASSWORD_LENGTH_MIN }) };
    }
    return {};
  };
}

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const findFaults = useFaults();
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [changePassword, { isLoading }] = useChangePasswordMutation();

  const onSubmit = async () => {
    const found = findFaults(typed);
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    const { oldPassword, newPassword } = typed;
    const { error } = await changePassword({ oldPassword, newPassword });
    if (!error) {
      toast.success(t('common.saved'));
      return onClose();
    }
    const isPassword = isProblem(error) && error.code === 'WRONG_PASSWORD';
    if (isPassword) setFaults({ oldPassword: problemText(error) });
    else setRefusal(error);
  };
  const bind = (field: keyof Passwords) => ({
    value: typed[field],
    onChange: (value: string) => setTyped((old) => ({ ...old, [field]: value })),
    error: faults[field],
  });

  return (
    <FormModal
      title={t('profile.changePassword')}
      onClose={onClose}
      onSubmit={onSubmit}
      busy={isLoading}
      refusal={refusal !== null && <ProblemText error={refusal} />}
    >
      <PasswordField
        label={t('profile.oldPassword')}
        name="oldPassword"
        autoComplete="current-password"
        maxLength={256}
        {...bind('oldPassword')}
      />
      <PasswordField
        label={t('profile.newPassword')}
        name="newPassword"
        autoComplete="new-password"
        maxLength={128}
        hint={t('profile.passwordEndsOthers')}
        {...bind('newPassword')}
      />
      <PasswordField
        label={t('profile.confirmNewPassword')}
        name="confirmNewPassword"
        autoComplete="new-password"
        maxLength={128}
        {...bind('confirm')}
      />
    </FormModal>
  );
}
