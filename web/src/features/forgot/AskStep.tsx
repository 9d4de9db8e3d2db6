import { type FormEvent, useState } from 'react';
import { useSendPasswordCodeMutation } from '../../api/accessApi';
import { useGetInfoQuery } from '../../api/lookupApi';
import type { OtpSent } from '../../api/types';
import { isPhone, normalisePhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { PhoneField } from '../../ui/field/PhoneField';

/** A code that is on its way, if the number is a member's. */
export interface SentCode {
  phone: string;
  token: string;
  reference: string;
  /** When another code may be asked for, in milliseconds. */
  resendAt: number;
}

export function sentCode(
  phone: string,
  answer: Pick<OtpSent, 'otpToken' | 'otpRef' | 'resendIn'>,
): SentCode {
  const resendAt = Date.now() + answer.resendIn * 1000;
  return { phone, token: answer.otpToken, reference: answer.otpRef, resendAt };
}

interface AskStepProps {
  phone: string;
  onPhone: (phone: string) => void;
  onSent: (sent: SentCode) => void;
}

export function AskStep({ phone, onPhone, onSent }: AskStepProps) {
  const t = useText();
  const [error, setError] = useState<unknown>(null);
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const [send, { isLoading }] = useSendPasswordCodeMutation();

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const phoneNumber = normalisePhone(phone, laoMode);
    onPhone(phoneNumber);
    if (!isPhone(phoneNumber, laoMode)) {
      setError(t(laoMode ? 'register.phoneLao' : 'register.phone10'));
      return;
    }
    setError(null);
    const sent = await send({ phoneNumber });
    if (sent.error) setError(sent.error);
    else onSent(sentCode(phoneNumber, sent.data));
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <PhoneField
        label={t('register.step.phone')}
        name="phone"
        placeholder={t('register.phonePlaceholder')}
        laoMode={laoMode}
        value={phone}
        onChange={onPhone}
        error={error !== null && <ProblemText error={error} />}
      />
      <Button type="submit" wide busy={isLoading}>
        {t('forgot.send')}
      </Button>
    </form>
  );
}
