import { type FormEvent, useId, useState } from 'react';
import { useMoneyIntent } from '../../api/command/moneyIntent';
import { useExcludeMutation } from '../../api/limitsApi';
import { isProblem } from '../../api/transport/problem';
import type { ExclusionKind, ExclusionPeriod } from '../../api/types';
import { useProblemText, useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Step } from '../../ui/dialog/Step';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import { PasswordField } from '../../ui/field/PasswordField';
import { BREAKS } from './limitForm';

interface BreakModalProps {
  kind: ExclusionKind;
  /** Chosen before; null to choose here. */
  period: ExclusionPeriod | null;
  onClose: () => void;
}

type Phase = 'choose' | 'confirm';

/** Begins the break. A wrong password is a separate result, because its message is at the field. */
function useBreak(kind: ExclusionKind, onClose: () => void) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const intent = useMoneyIntent('exclusion');
  const [exclude, { isLoading }] = useExcludeMutation();
  const [refusal, setRefusal] = useState<{ text: string; isPassword: boolean } | null>(null);
  const send = async (period: ExclusionPeriod, password: string) => {
    if (isLoading) return;
    setRefusal(null);
    const key = intent.begin({ kind, period });
    const answer = await exclude({
      exclusionRequest: { kind, period, password },
      'Idempotency-Key': key,
    });
    intent.settle(answer.error);
    if (answer.error) {
      const isPassword = isProblem(answer.error) && answer.error.code === 'WRONG_PASSWORD';
      return setRefusal({ text: problemText(answer.error), isPassword });
    }
    toast.success(t('limits.break.begun'));
    onClose();
  };
  return { send, isLoading, refusal, clear: () => setRefusal(null) };
}

/** Asks for the length, then shows the consequences and asks for the password: it is final. */
export function BreakModal({ kind, period: chosen, onClose }: BreakModalProps) {
  const t = useText();
  const formId = useId();
  const [phase, setPhase] = useState<Phase>(chosen ? 'confirm' : 'choose');
  const [period, setPeriod] = useState<ExclusionPeriod>(chosen ?? BREAKS[kind][0] ?? 'DAY');
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { send, isLoading, refusal, clear } = useBreak(kind, onClose);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phase === 'choose') return setPhase('confirm');
    setIsMissing(!password);
    if (password) send(period, password);
  };
  const atPassword = isMissing ? t('common.required') : refusal?.isPassword ? refusal.text : null;

  return (
    <Modal
      title={t(`limits.break.${kind}`)}
      onClose={onClose}
      footer={
        <>
          <Button
            tone="secondary"
            disabled={isLoading}
            onClick={phase === 'choose' ? onClose : () => setPhase('choose')}
          >
            {t(phase === 'choose' ? 'common.cancel' : 'common.back')}
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={isLoading}
            tone={phase === 'choose' ? 'primary' : 'danger'}
          >
            {t(phase === 'choose' ? 'common.next' : 'limits.break.begin')}
          </Button>
        </>
      }
    >
      <Step name={phase}>
        <form id={formId} onSubmit={submit} noValidate className="space-y-4">
          {phase === 'choose' ? (
            <PeriodChoice kind={kind} value={period} onChange={setPeriod} />
          ) : (
            <>
              <p className="text-lg font-semibold">
                {t('limits.break.confirm', { period: t(`limits.period.${period}`) })}
              </p>
              <Notice tone="caution">
                {t(period === 'FOREVER' ? 'limits.break.noWayBack' : 'limits.break.cannotShorten')}
              </Notice>
              <p className="text-sm text-muted">{t('limits.break.open')}</p>
              <PasswordField
                label={t('auth.password')}
                name="password"
                autoComplete="current-password"
                maxLength={256}
                value={password}
                onChange={(typed) => {
                  setPassword(typed);
                  setIsMissing(false);
                  clear();
                }}
                error={atPassword}
              />
              {refusal && !refusal.isPassword && <ErrorNote>{refusal.text}</ErrorNote>}
            </>
          )}
        </form>
      </Step>
    </Modal>
  );
}

interface PeriodChoiceProps {
  kind: ExclusionKind;
  value: ExclusionPeriod;
  onChange: (period: ExclusionPeriod) => void;
}

function PeriodChoice({ kind, value, onChange }: PeriodChoiceProps) {
  const t = useText();
  return (
    <fieldset className="space-y-2">
      <legend className="mb-3 text-muted">{t(`limits.break.${kind}.lead`)}</legend>
      {BREAKS[kind].map((period) => (
        <label
          key={period}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="period"
            value={period}
            checked={value === period}
            onChange={() => onChange(period)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="font-medium">{t(`limits.period.${period}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
