import { type FormEvent, useState } from 'react';
import { useResetPasswordMutation, useSendPasswordCodeMutation } from '../../api/accessApi';
import { isDefinite, isProblem } from '../../api/transport/problem';
import { formatPhone } from '../../client/phone';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { useNow } from '../../ui/display/clock';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { OtpField } from '../../ui/field/OtpField';
import { type SentCode, sentCode } from './AskStep';
import { NewPassword, type NewPasswordFaults, useNewPasswordFaults } from './NewPassword';

const CODE_LENGTH = 6;

/** What is wrong with the code, which the field then says. */
const isAboutCode = (error: unknown) => isProblem(error) && error.code.startsWith('OTP_');

/** Without a definite answer the password may be set. */
const isUnsure = (error: unknown) => isProblem(error) && !isDefinite(error) && error.status !== 429;

function CodeFault({ error }: { error: unknown }) {
  const t = useText();
  // Waiting does not help: a code that was mistyped too often is of no use any more.
  const isUsedUp = isProblem(error) && error.code === 'OTP_BLOCK';
  return isUsedUp ? t('forgot.codeUsedUp') : <ProblemText error={error} />;
}

interface ResendProps {
  sent: SentCode;
  onSentAgain: (sent: SentCode) => void;
}

function Resend({ sent, onSentAgain }: ResendProps) {
  const t = useText();
  const now = useNow();
  const [send, { isLoading, error }] = useSendPasswordCodeMutation();
  const isWaiting = useIsWaiting(error);
  const seconds = Math.ceil((sent.resendAt - now) / 1000);
  const resend = async () => {
    const answer = await send({ phoneNumber: sent.phone });
    if (answer.data) onSentAgain(sentCode(sent.phone, answer.data));
  };
  return (
    <>
      <ProblemNote error={error} />
      <Button
        tone="quiet"
        wide
        busy={isLoading}
        disabled={seconds > 0 || isWaiting}
        onClick={resend}
      >
        <span className="tabular">
          {seconds > 0 ? t('otp.resendIn', { seconds }) : t('otp.resend')}
        </span>
      </Button>
    </>
  );
}

interface SetStepProps {
  sent: SentCode;
  onSentAgain: (sent: SentCode) => void;
  onBack: () => void;
  onDone: (password: string, heldUntil: string | null) => void;
}

type Faults = NewPasswordFaults & { code?: string };

export function SetStep({ sent, onSentAgain, onBack, onDone }: SetStepProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const [value, setValue] = useState({ password: '', confirm: '' });
  const passwordFaults = useNewPasswordFaults();
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const [reset, { isLoading }] = useResetPasswordMutation();
  const isWaiting = useIsWaiting(error);

  const findFaults = (): Faults => {
    const found: Faults = passwordFaults(value);
    if (code.length !== CODE_LENGTH) found.code = t('otp.enter');
    return found;
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || isWaiting) return;
    const found = findFaults();
    setFaults(found);
    setError(null);
    if (Object.keys(found).length > 0) return;
    const answer = await reset({
      phoneNumber: sent.phone,
      otpToken: sent.token,
      otpCode: code,
      password: value.password,
    });
    if (answer.data) return onDone(value.password, answer.data.heldUntil ?? null);
    setError(answer.error);
    if (isAboutCode(answer.error)) setCode('');
  };
  const onAnotherCode = (another: SentCode) => {
    setCode('');
    setError(null);
    onSentAgain(another);
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <div>
        <p>{t('forgot.sentTo', { phone: formatPhone(sent.phone) })}</p>
        <p className="text-sm text-muted">{t('otp.ref', { ref: sent.reference })}</p>
      </div>
      {/* Password managers store the log-in under the plain number. */}
      <input type="hidden" name="username" autoComplete="username" value={sent.phone} />
      <OtpField
        label={t('otp.enter')}
        autoFocus
        value={code}
        onChange={setCode}
        error={faults.code ?? (isAboutCode(error) && <CodeFault error={error} />)}
      />
      <NewPassword value={value} onChange={setValue} faults={faults} />
      {error !== null && !isAboutCode(error) && (
        <ErrorNote>
          <ProblemText error={error} />
          {isUnsure(error) && <p className="mt-1">{t('forgot.unsure')}</p>}
        </ErrorNote>
      )}
      <Button type="submit" wide busy={isLoading} disabled={isWaiting}>
        {t('forgot.set')}
      </Button>
      <Resend sent={sent} onSentAgain={onAnotherCode} />
      <Button tone="quiet" wide onClick={onBack}>
        {t('forgot.otherNumber')}
      </Button>
    </form>
  );
}
