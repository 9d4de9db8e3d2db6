import { useState } from 'react';
import { useSaveProfileMutation } from '../../api/accessApi';
import { useGetProfileQuery } from '../../api/accountApi';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { isBlank } from '../../client/blank';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { useToast } from '../../ui/feedback/toasts';
import { TextField } from '../../ui/field/TextField';

export default function EditNameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const { data } = useGetProfileQuery();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveProfileMutation();
  const name = typed ?? data?.name ?? '';

  const onSubmit = async () => {
    if (isBlank(name)) return setFault(t('common.required'));
    const answer = await save({
      profileUpdate: { name: name.trim() },
      'Idempotency-Key': idempotencyKey(),
    });
    if (answer.error) return setFault(problemText(answer.error));
    toast.success(t('common.saved'));
    onClose();
  };

  return (
    <FormModal title={t('profile.editName')} onClose={onClose} onSubmit={onSubmit} busy={isLoading}>
      <TextField
        label={t('register.name')}
        name="name"
        autoComplete="nickname"
        maxLength={60}
        value={name}
        onChange={(name) => {
          setTyped(name);
          setFault(null);
        }}
        error={fault}
      />
    </FormModal>
  );
}
