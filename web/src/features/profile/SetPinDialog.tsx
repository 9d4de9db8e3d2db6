import { useState } from 'react';
import { useSendPinCodeMutation, useSetPinMutation } from '../../api/accessApi';
import { useGetRegisterOtpQuery, useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { isProblem, problemFields } from '../../api/transport/problem';
import { formatMoment } from '../../intl/moment';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { ProblemText } from '../../ui/feedback/ProblemText';
import { useToast } from '../../ui/feedback/toasts';
import { useIsWaiting } from '../../ui/feedback/useIsWaiting';
import { OtpField } from '../../ui/field/OtpField';
import { PasswordField } from '../../ui/field/PasswordField';
import { PinField } from '../../ui/field/PinField';
import {
  EMPTY_PIN_FORM,
  findPinFaults,
  type PinForm,
  type PinProof,
  refusedPinField,
} from './pinForm';

type Faults = Partial<Record<keyof PinForm, string>>;

/** A code to the player's own phone. */
function useCode() {
  const [send, { data, error, isLoading }] = useSendPinCodeMutation();
  const isWaiting = useIsWaiting(error);
  return { sent: data ?? null, error, isLoading, isWaiting, send: () => send() };
}

/** The fields, their faults, and the request to the server. */
function usePinChange(proof: PinProof, token: string | undefined, onClose: () => void) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const [form, setForm] = useState(EMPTY_PIN_FORM);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [setPin, { isLoading }] = useSetPinMutation();

  const refuse = (problem: unknown) => {
    const field = isProblem(problem) ? refusedPinField(problem.code, problemFields(problem)) : null;
    if (field) setFaults({ [field]: problemText(problem) });
    else setRefusal(problem);
  };
  const submit = async () => {
    setRefusal(null);
    const found = Object.entries(findPinFaults(form, proof));
    setFaults(Object.fromEntries(found.map(([field, id]) => [field, t(id)])));
    if (found.length > 0) return;
    const { pin, password, current, code } = form;
    const answer = await setPin({
      pin,
      password,
      ...(proof === 'current' && { currentPin: current }),
      ...(proof === 'code' && { otpToken: token ?? '', otpCode: code }),
    });
    if (answer.error) return refuse(answer.error);
    const until = answer.data.heldUntil;
    toast.success(until ? t('forgot.held', { until: formatMoment(until) }) : t('pin.saved'));
    onClose();
  };
  const bind = (field: keyof PinForm) => ({
    value: form[field],
    error: faults[field],
    onChange: (value: string) => {
      setForm((old) => ({ ...old, [field]: value }));
      setFaults(({ [field]: _, ...rest }) => rest);
    },
  });
  return { bind, refusal, isLoading, submit };
}

/** Another PIN, with the password, and the PIN in force or a code to the phone. */
export default function SetPinDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const isSet = useGetWithdrawLimitsQuery().data?.isPinSet ?? false;
  const isCodeOn = useGetRegisterOtpQuery().data?.registerOTP ?? true;
  const [isForgotten, setForgotten] = useState(false);
  const isKnown = isSet && !isForgotten;
  const proof: PinProof = isKnown ? 'current' : isCodeOn ? 'code' : 'none';
  const code = useCode();
  const change = usePinChange(proof, code.sent?.otpToken, onClose);
  const { bind } = change;
  return (
    <FormModal
      title={t(isSet ? 'pin.change' : 'pin.set')}
      onClose={onClose}
      onSubmit={change.submit}
      busy={change.isLoading}
      refusal={change.refusal !== null && <ProblemText error={change.refusal} />}
    >
      {!isSet && <Notice>{t('pin.lead')}</Notice>}
      {isKnown && (
        <div>
          <PinField label={t('pin.current')} name="currentPin" {...bind('current')} />
          <Button tone="quiet" wide className="mt-1" onClick={() => setForgotten(true)}>
            {t('pin.forgotten')}
          </Button>
        </div>
      )}
      {isForgotten && <Notice tone="caution">{t('pin.forgottenHold')}</Notice>}
      {proof === 'code' && (
        <div className="space-y-2">
          <OtpField
            label={t('otp.enter')}
            hint={code.sent && t('otp.ref', { ref: code.sent.otpRef })}
            {...bind('code')}
          />
          <ProblemNote error={code.error} />
          <Button
            tone="secondary"
            wide
            busy={code.isLoading}
            disabled={code.isWaiting}
            onClick={code.send}
          >
            {t(code.sent ? 'otp.resend' : 'forgot.send')}
          </Button>
        </div>
      )}
      <PinField label={t('pin.new')} name="pin" hint={t('pin.hint')} {...bind('pin')} />
      <PinField label={t('pin.confirm')} name="confirmPin" {...bind('confirm')} />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        {...bind('password')}
      />
    </FormModal>
  );
}
