import { type FormEvent, useState } from 'react';
import { useResetPasswordMutation } from '../../api/accessApi';
import { useGetInfoQuery } from '../../api/lookupApi';
import { isPhone, normalisePhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { PhoneField } from '../../ui/field/PhoneField';
import { TextField } from '../../ui/field/TextField';
import { NewPassword, type NewPasswordFaults, useNewPasswordFaults } from './NewPassword';

/** Letters and digits of a code, which are read out in groups. */
const CODE_LENGTH = 12;

type Faults = NewPasswordFaults & { phone?: string; code?: string };

interface StaffCodeStepProps {
  phone: string;
  onPhone: (phone: string) => void;
  onBack: () => void;
  onDone: (phone: string, password: string, heldUntil: string | null) => void;
}

/** Another password with the code that staff has read out to the member. */
export function StaffCodeStep({ phone, onPhone, onBack, onDone }: StaffCodeStepProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const [value, setValue] = useState({ password: '', confirm: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const passwordFaults = useNewPasswordFaults();
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const [reset, { isLoading }] = useResetPasswordMutation();
  const isWaiting = useIsWaiting(error);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || isWaiting) return;
    const phoneNumber = normalisePhone(phone, laoMode);
    onPhone(phoneNumber);
    const found: Faults = passwordFaults(value);
    if (!isPhone(phoneNumber, laoMode)) {
      found.phone = t(laoMode ? 'register.phoneLao' : 'register.phone10');
    }
    if (code.replace(/[\s-]/g, '').length !== CODE_LENGTH) found.code = t('forgot.staffCodeShort');
    setFaults(found);
    setError(null);
    if (Object.keys(found).length > 0) return;
    const answer = await reset({ phoneNumber, staffCode: code.trim(), password: value.password });
    if (answer.data) onDone(phoneNumber, value.password, answer.data.heldUntil ?? null);
    else setError(answer.error);
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <PhoneField
        label={t('register.step.phone')}
        name="username"
        placeholder={t('register.phonePlaceholder')}
        laoMode={laoMode}
        value={phone}
        onChange={onPhone}
        error={faults.phone}
      />
      <TextField
        label={t('forgot.staffCode')}
        name="staffCode"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        className="uppercase"
        value={code}
        onChange={setCode}
        error={faults.code}
      />
      <NewPassword value={value} onChange={setValue} faults={faults} />
      <ProblemNote error={error} />
      <Button type="submit" wide busy={isLoading} disabled={isWaiting}>
        {t('forgot.set')}
      </Button>
      <Button tone="quiet" wide onClick={onBack}>
        {t('forgot.noCode')}
      </Button>
    </form>
  );
}
