import { type FormEvent, useState } from 'react';
import {
  useSendOtpMutation,
  useValidateAccountMutation,
  useVerifyOtpMutation,
} from '../../api/registrationApi';
import { isProblem } from '../../api/transport/problem';
import { maskPhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { useNow } from '../../ui/display/clock';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { OtpField } from '../../ui/field/OtpField';
import type { ChangeDraft, Draft, Step } from './draft';

interface OtpStepProps {
  draft: Draft;
  change: ChangeDraft;
  go: (step: Step) => void;
}

const CODE_LENGTH = 6;

interface ResendProps {
  draft: Draft;
  change: ChangeDraft;
  onCleared: () => void;
  onError: (error: unknown) => void;
}

function Resend({ draft, change, onCleared, onError }: ResendProps) {
  const t = useText();
  const now = useNow();
  const [sendOtp, { isLoading }] = useSendOtpMutation();
  const seconds = Math.ceil((draft.resendAt - now) / 1000);
  const resend = async () => {
    const sent = await sendOtp({ phoneNumber: draft.phone, otpToken: draft.otpToken });
    if (sent.error) return onError(sent.error);
    if (sent.data.code === 'OTP_VERIFIED') return onCleared();
    onError(null);
    change({
      otpToken: sent.data.otpToken,
      otpRef: sent.data.otpRef,
      resendAt: Date.now() + sent.data.resendIn * 1000,
    });
  };
  return (
    <Button tone="quiet" wide busy={isLoading} disabled={seconds > 0} onClick={resend}>
      <span className="tabular">
        {seconds > 0 ? t('otp.resendIn', { seconds }) : t('otp.resend')}
      </span>
    </Button>
  );
}

export function OtpStep({ draft, change, go }: OtpStepProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [verify, verifying] = useVerifyOtpMutation();
  const [validate, validation] = useValidateAccountMutation();
  const isLoading = verifying.isLoading || validation.isLoading;

  // Only the owner of a number learns whether it is a member's.
  const onCleared = async () => {
    const { phone: username, otpToken } = draft;
    const valid = await validate({ step: 'phone', username, otpToken });
    if (valid.error) return setError(valid.error);
    change({ clearedPhone: draft.phone });
    go('profile');
  };
  const check = async (otpCode: string) => {
    if (isLoading) return;
    setError(null);
    const answer = await verify({ otpToken: draft.otpToken, otpCode });
    const isDone = isProblem(answer.error) && answer.error.code === 'OTP_VERIFIED';
    if (!answer.error || isDone) return onCleared();
    setError(answer.error);
    setCode('');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) check(code);
    else setError(t('otp.enter'));
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <div>
        <p>{t('otp.sentTo', { phone: maskPhone(draft.phone) })}</p>
        <p className="text-sm text-muted">{t('otp.ref', { ref: draft.otpRef })}</p>
      </div>
      <OtpField
        label={t('otp.enter')}
        autoFocus
        value={code}
        onChange={setCode}
        onComplete={check}
        error={error !== null && <ProblemText error={error} />}
      />
      <Button type="submit" wide busy={isLoading} disabled={code === ''}>
        {t('common.confirm')}
      </Button>
      <Resend draft={draft} change={change} onCleared={onCleared} onError={setError} />
    </form>
  );
}
