import { type FormEvent, useState } from 'react';
import { useGetInfoQuery, useGetRegisterOtpQuery } from '../../api/lookupApi';
import { useSendOtpMutation, useValidateAccountMutation } from '../../api/registrationApi';
import { isPhone, normalisePhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { PhoneField } from '../../ui/field/PhoneField';
import type { ChangeDraft, Draft, Step } from './draft';

interface PhoneStepProps {
  draft: Draft;
  change: ChangeDraft;
  go: (step: Step) => void;
}

export function PhoneStep({ draft, change, go }: PhoneStepProps) {
  const t = useText();
  const [error, setError] = useState<unknown>(null);
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const otpLookup = useGetRegisterOtpQuery();
  const [validate, validation] = useValidateAccountMutation();
  const [sendOtp, sending] = useSendOtpMutation();
  const isBusy = validation.isLoading || sending.isLoading;

  const proceed = async (phone: string) => {
    const valid = await validate({ step: 'phone', username: phone });
    if (valid.error) return setError(valid.error);
    const otp = otpLookup.data ? otpLookup : await otpLookup.refetch();
    if (!otp.data) return setError(otp.error);
    if (!otp.data.registerOTP) {
      change({ clearedPhone: phone });
      return go('profile');
    }
    // A code that was just sent to this number is still valid: do not send another SMS.
    if (draft.otpPhone === phone && draft.otpToken && draft.resendAt > Date.now()) return go('otp');
    // Only this tab has the token that proves the number.
    const otpToken = draft.otpPhone === phone && draft.otpToken;
    const sent = await sendOtp({ phoneNumber: phone, ...(otpToken && { otpToken }) });
    if (sent.error) return setError(sent.error);
    if (sent.data.code === 'OTP_VERIFIED') {
      change({ clearedPhone: phone, otpToken: sent.data.otpToken, otpPhone: phone });
      return go('profile');
    }
    change({
      otpToken: sent.data.otpToken,
      otpRef: sent.data.otpRef,
      otpPhone: phone,
      clearedPhone: '',
      resendAt: Date.now() + sent.data.resendIn * 1000,
    });
    return go('otp');
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const phone = normalisePhone(draft.phone, laoMode);
    change({ phone });
    if (!isPhone(phone, laoMode)) {
      setError(t(laoMode ? 'register.phoneLao' : 'register.phone10'));
      return;
    }
    setError(null);
    if (draft.clearedPhone === phone) go('profile');
    else proceed(phone);
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-5">
      <PhoneField
        label={t('register.step.phone')}
        name="phone"
        placeholder={t('register.phonePlaceholder')}
        laoMode={laoMode}
        value={draft.phone}
        onChange={(phone) => change({ phone })}
        hint={t(laoMode ? 'register.phoneHintLao' : 'register.phoneHint')}
        error={error !== null && <ProblemText error={error} />}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('common.next')}
      </Button>
    </form>
  );
}
