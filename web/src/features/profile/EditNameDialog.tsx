import { type FormEvent, useId, useState } from 'react';
import { useGetProfileQuery, useSaveProfileMutation } from '../../api/accountApi';
import { idempotencyKey } from '../../api/moneyIntent';
import { useToast } from '../../app/toasts';
import { useProblemText, useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { TextField } from '../../ui/TextField';

export default function EditNameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const toast = useToast();
  const problemText = useProblemText();
  const { data } = useGetProfileQuery();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveProfileMutation();
  const name = typed ?? data?.name ?? '';

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (!name.trim()) return setFault(t('common.required'));
    const answer = await save({ name: name.trim(), idempotencyKey: idempotencyKey() });
    if (answer.error) return setFault(problemText(answer.error));
    toast.success(t('common.saved'));
    onClose();
  };

  return (
    <Modal
      title={t('profile.editName')}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={isLoading}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <TextField
          label={t('register.name')}
          name="name"
          autoComplete="nickname"
          maxLength={60}
          value={name}
          onChange={setTyped}
          error={fault}
        />
      </form>
    </Modal>
  );
}
