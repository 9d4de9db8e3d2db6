import { type FormEvent, useState } from 'react';
import { useGetSourcesQuery } from '../../api/lookupApi';
import { useValidateAccountMutation } from '../../api/registrationApi';
import { isBlank } from '../../client/blank';
import { formatPhone } from '../../client/phone';
import { useLocalText } from '../../intl/localText';
import { isPasswordLongEnough, PASSWORD_LENGTH_MIN } from '../../intl/password';
import { useProblemText, useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { PasswordField } from '../../ui/field/PasswordField';
import { SelectField } from '../../ui/field/SelectField';
import { TextField } from '../../ui/field/TextField';
import { type ChangeDraft, type Draft, isCodeRefused, type Step } from './draft';
import { isAboutInvite, useInviteRefusal } from './inviteRefusal';
import { StepButton } from './StepButton';

interface ProfileStepProps {
  draft: Draft;
  change: ChangeDraft;
  password: string;
  onPassword: (password: string) => void;
  go: (step: Step) => void;
}

type Faults = Partial<Record<'name' | 'password' | 'confirm' | 'source', string>>;

export function ProfileStep({ draft, change, password, onPassword, go }: ProfileStepProps) {
  const t = useText();
  const localText = useLocalText();
  const problemText = useProblemText();
  const [confirm, setConfirm] = useState(password);
  const [faults, setFaults] = useState<Faults>({});
  const { data, error: sourcesError, refetch } = useGetSourcesQuery();
  const [validate, { isLoading, error }] = useValidateAccountMutation();
  const refuseInvite = useInviteRefusal(change);

  const findFaults = (): Faults => {
    const found: Faults = {};
    if (isBlank(draft.name)) found.name = t('common.required');
    if (!password) found.password = t('common.required');
    else if (!isPasswordLongEnough(password)) {
      found.password = t('register.passwordShort', { n: PASSWORD_LENGTH_MIN });
    } else if (password !== confirm) found.confirm = t('register.passwordMismatch');
    if (!draft.sourceCode) found.source = t('common.required');
    return found;
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const found = findFaults();
    setFaults(found);
    if (Object.keys(found).length > 0 || isCodeRefused(draft)) return;
    await send(draft.inviteCode.trim());
  };

  const send = async (inviteCode: string): Promise<void> => {
    const answer = await validate({
      step: 'profile',
      username: draft.phone,
      ...(draft.otpToken && { otpToken: draft.otpToken }),
      name: draft.name.trim(),
      password,
      sourceCode: draft.sourceCode,
      ...(inviteCode && { inviteCode }),
    });
    if (!answer.error) return go('bank');
    if (inviteCode && isAboutInvite(answer.error) && refuseInvite(inviteCode)) await send('');
  };

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <p className="flex items-center gap-2 rounded-control bg-sunken px-4 py-3 text-sm">
        <Icon name="phone" size={20} className="text-muted" />
        <span className="tabular font-semibold">{formatPhone(draft.phone)}</span>
        <Icon name="check" size={18} className="ms-auto text-positive" />
      </p>
      {/* Password managers store the log-in under the plain number. */}
      <input type="hidden" name="username" autoComplete="username" value={draft.phone} />
      <TextField
        label={t('register.name')}
        name="name"
        autoComplete="nickname"
        maxLength={60}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={faults.name}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        value={password}
        onChange={onPassword}
        hint={t('register.passwordHint', { n: PASSWORD_LENGTH_MIN })}
        error={faults.password}
      />
      <PasswordField
        label={t('register.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={128}
        value={confirm}
        onChange={setConfirm}
        error={faults.confirm}
      />
      <SelectField
        label={t('register.source')}
        name="source"
        placeholder={t('register.sourceSelect')}
        value={draft.sourceCode}
        onChange={(sourceCode) => change({ sourceCode })}
        options={(data?.sources ?? []).map((source) => ({
          value: source.code,
          label: localText(source.description),
        }))}
        error={faults.source ?? (sourcesError ? problemText(sourcesError) : null)}
        onFocus={() => sourcesError && refetch()}
      />
      <InviteCode draft={draft} change={change} />
      {error && !isAboutInvite(error) && <ProblemNote error={error} />}
      <StepButton busy={isLoading}>{t('common.next')}</StepButton>
    </form>
  );
}

/** Few have one: the field comes with a code, or on a press. */
function InviteCode({ draft, change }: Pick<ProfileStepProps, 'draft' | 'change'>) {
  const t = useText();
  const [isAsked, setIsAsked] = useState(draft.inviteCode !== '');
  if (!isAsked) {
    return (
      <button
        type="button"
        onClick={() => setIsAsked(true)}
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent"
      >
        <Icon name="ticket" size={20} />
        {t('register.hasInviteCode')}
      </button>
    );
  }
  return (
    <TextField
      label={t('register.inviteCodeOptional')}
      name="inviteCode"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={64}
      value={draft.inviteCode}
      onChange={(inviteCode) => change({ inviteCode })}
      error={isCodeRefused(draft) ? t('register.inviteUnknown') : null}
    />
  );
}
