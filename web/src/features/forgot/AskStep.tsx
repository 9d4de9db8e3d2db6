import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { useSendPasswordCodeMutation } from '../../api/accessApi';
import { useGetInfoQuery } from '../../api/lookupApi';
import { isProblem } from '../../api/transport/problem';
import type { OtpSent } from '../../api/types';
import { isPhone, normalisePhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
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
  /** The last code of this visit, if there is one. */
  last: SentCode | null;
  onPhone: (phone: string) => void;
  onSent: (sent: SentCode) => void;
}

export function AskStep({ phone, last, onPhone, onSent }: AskStepProps) {
  const t = useText();
  const [error, setError] = useState<unknown>(null);
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const [send, { isLoading }] = useSendPasswordCodeMutation();
  const isWaiting = useIsWaiting(error);
  // Here that means that the operator sends no codes: another try would end the same way.
  const isOff = isProblem(error) && error.code === 'OTP_SEND_FAIL';

  const onType = (typed: string) => {
    onPhone(typed);
    // The wait is that of the number before. Another spelling of it, as the field itself makes one
    // when it is left, changes nothing: the button must not move under the finger.
    const isSame = normalisePhone(typed, laoMode) === normalisePhone(phone, laoMode);
    if (isWaiting && !isSame) setError(null);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || isWaiting) return;
    const phoneNumber = normalisePhone(phone, laoMode);
    onPhone(phoneNumber);
    if (!isPhone(phoneNumber, laoMode)) {
      setError(t(laoMode ? 'register.phoneLao' : 'register.phone10'));
      return;
    }
    setError(null);
    // A code that was just sent to this number still counts, and another one would be refused.
    if (last?.phone === phoneNumber && last.resendAt > Date.now()) return onSent(last);
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
        onChange={onType}
        error={error !== null && !isOff && <ProblemText error={error} />}
      />
      {isOff && (
        <ErrorNote>
          {t('forgot.off')}{' '}
          <Link href="/contact" className="font-semibold underline underline-offset-4">
            {t('nav.contact')}
          </Link>
        </ErrorNote>
      )}
      <Button type="submit" wide busy={isLoading} disabled={isWaiting}>
        {t('forgot.send')}
      </Button>
    </form>
  );
}
