import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useGetRegisterOtpQuery } from '../../api/lookupApi';
import { forgetInviteCode } from '../../client/inviteCode';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { focusPage } from '../../ui/dialog/focusReturn';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { BankStep } from './BankStep';
import { allowedStep, STEPS, type Step, stepBefore, useDraft } from './draft';
import { OtpStep } from './OtpStep';
import { PhoneStep } from './PhoneStep';
import { ProfileStep } from './ProfileStep';
import { type Account, Registered } from './Registered';
import { StepTrail } from './StepTrail';

/** The step is part of the address, so that the back button goes one step back. */
function useStep(allowed: (wanted: string | null) => Step) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('step');
  const step = allowed(wanted);
  const go = useCallback(
    (next: Step, options?: { replace: boolean }) => {
      setSearch((old) => {
        const params = new URLSearchParams(old);
        params.set('step', next);
        return params;
      }, options);
      window.scrollTo({ top: 0 });
    },
    [setSearch],
  );
  // Otherwise the first letter of a password would jump to the step in the address.
  useEffect(() => {
    if (wanted !== null && wanted !== step) go(step, { replace: true });
  }, [wanted, step, go]);
  return { step, go };
}

const LINK =
  'inline-flex min-h-11 items-center px-1 font-semibold text-accent underline-offset-4 hover:underline';

function Wizard({ onCreated }: { onCreated: (account: Account) => void }) {
  const { draft, change, forget } = useDraft();
  const [password, setPassword] = useState('');
  const { data: otp } = useGetRegisterOtpQuery();
  const { step, go } = useStep((wanted) => allowedStep(wanted, draft, password !== ''));
  const shown = useRef(step);
  useEffect(() => {
    // On the first step the page decides; a step that focuses its own field keeps that focus.
    if (shown.current !== step && !document.activeElement?.matches('form input')) focusPage();
    shown.current = step;
  }, [step]);
  const steps = otp?.registerOTP === false ? STEPS.filter((each) => each !== 'otp') : STEPS;

  const back = stepBefore(step);
  // An answer that comes after "Back" leads nowhere.
  const goOn = (next: Step) => {
    if (shown.current === step) go(next);
  };

  return (
    <>
      <StepTrail steps={steps} current={step} onBack={back && (() => go(back))} />
      <Card>
        {step === 'phone' && <PhoneStep draft={draft} change={change} go={goOn} />}
        {step === 'otp' && <OtpStep draft={draft} change={change} go={goOn} />}
        {step === 'profile' && (
          <ProfileStep
            draft={draft}
            change={change}
            password={password}
            onPassword={setPassword}
            go={goOn}
          />
        )}
        {step === 'bank' && (
          <BankStep
            draft={draft}
            change={change}
            password={password}
            onCreated={() => {
              forget();
              forgetInviteCode();
              onCreated({ username: draft.phone, password });
            }}
          />
        )}
      </Card>
    </>
  );
}

export default function RegisterPage() {
  const t = useText();
  const dialog = useDialog();
  const [account, setAccount] = useState<Account | null>(null);
  useTitle(t('nav.register'));
  return (
    <div className="mx-auto w-full max-w-md py-4">
      {account ? (
        <Registered {...account} />
      ) : (
        <div data-wizard>
          <Wizard onCreated={setAccount} />
          <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
            {t('register.accept')}
            <button
              type="button"
              onClick={() => dialog.open('conditions', {})}
              className="min-h-11 font-semibold text-accent underline-offset-4 hover:underline"
            >
              {t('register.terms')}
            </button>
          </p>
          <p className="flex flex-wrap justify-center gap-x-6">
            <Link href="/login" className={LINK}>
              {t('auth.haveAccount')}
            </Link>
            {/* In the place of the chat's bubble, which would cover a field. */}
            <Link href="/contact" className={LINK}>
              {t('nav.contact')}
            </Link>
          </p>
        </div>
      )}
    </div>
  );
}
