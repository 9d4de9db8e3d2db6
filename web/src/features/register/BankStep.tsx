import { type FormEvent, useRef, useState } from 'react';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { useGetBanksQuery, useGetInfoQuery } from '../../api/lookupApi';
import { useCreateAccountMutation } from '../../api/registrationApi';
import { isProblem } from '../../api/transport/problem';
import type { Registration } from '../../api/types';
import {
  BANK_FIELD_OF_CODE,
  type BankAccountField,
  bankAccountOf,
  findBankAccountFaults,
  needsEnglishName,
} from '../../intl/bankAccount';
import { CURRENCIES } from '../../intl/money';
import { useProblemText, useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { useToast } from '../../ui/feedback/toasts';
import { BankFields } from '../../ui/field/BankFields';
import { SelectField } from '../../ui/field/SelectField';
import { type ChangeDraft, type Draft, LAO_CURRENCIES } from './draft';
import { isAboutInvite, useInviteRefusal } from './inviteRefusal';
import { StepButton } from './StepButton';

interface BankStepProps {
  draft: Draft;
  change: ChangeDraft;
  password: string;
  onCreated: () => void;
}

type Faults = Partial<Record<BankAccountField, string>>;

function registrationOf(draft: Draft, password: string, laoMode: boolean): Registration {
  return {
    name: draft.name.trim(),
    username: draft.phone,
    password,
    sourceCode: draft.sourceCode,
    ...bankAccountOf(draft),
    ...(laoMode && { currency: draft.currency }),
    ...(draft.otpToken && { otpToken: draft.otpToken }),
  };
}

/** One registration keeps one key: pressing again after a lost answer cannot make two. */
function useRegistrationKey() {
  const last = useRef({ body: '', key: '' });
  return (registration: Registration) => {
    const body = JSON.stringify(registration);
    if (last.current.body !== body) last.current = { body, key: idempotencyKey() };
    return last.current.key;
  };
}

export function BankStep({ draft, change, password, onCreated }: BankStepProps) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const { data, error: banksError, refetch } = useGetBanksQuery();
  const [createAccount, { isLoading, error }] = useCreateAccountMutation();
  const keyOf = useRegistrationKey();
  const refuseInvite = useInviteRefusal(change);
  const [faults, setFaults] = useState<Faults>({});
  const bank = data?.banks.find((each) => each.code === draft.bankCode);
  const isEnglishOnly = needsEnglishName(bank, draft.bankCode);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const found = Object.entries(findBankAccountFaults(draft, { isEnglishOnly, laoMode }));
    setFaults(Object.fromEntries(found.map(([field, id]) => [field, t(id)])));
    if (found.length > 0) return;
    await send(draft.inviteCode.trim());
  };

  const send = async (inviteCode: string): Promise<void> => {
    const registration = {
      ...registrationOf(draft, password, laoMode),
      ...(inviteCode && { inviteCode }),
    };
    const answer = await createAccount({ ...registration, idempotencyKey: keyOf(registration) });
    if (!answer.error) return onCreated();
    if (inviteCode && isAboutInvite(answer.error)) {
      // Otherwise the wizard leads back to the field.
      if (refuseInvite(inviteCode)) await send('');
      return;
    }
    if (isProblem(answer.error) && answer.error.code === 'UNVERIFIED_OTP') {
      // The proof of the number has expired: only another code is required.
      toast.error(problemText(answer.error));
      return change({ clearedPhone: '', otpToken: '', resendAt: 0 });
    }
    const field = isProblem(answer.error) && BANK_FIELD_OF_CODE[answer.error.code];
    if (field) setFaults({ [field]: problemText(answer.error) });
  };
  const isShownAtField = isProblem(error) && error.code in BANK_FIELD_OF_CODE;

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon name="lock" size={18} className="mt-0.5 shrink-0" />
        {t('register.bankWhy')}
      </p>
      <BankFields
        value={draft}
        onChange={change}
        banks={data?.banks ?? []}
        faults={{
          ...faults,
          bankCode: faults.bankCode ?? (banksError ? problemText(banksError) : null),
        }}
        isEnglishOnly={isEnglishOnly}
        onRetry={refetch}
      />
      {laoMode && (
        <SelectField
          label={t('common.currency')}
          name="currency"
          value={draft.currency}
          onChange={(currency) => change({ currency: currency === 'BAHT' ? 'BAHT' : 'LAK' })}
          options={LAO_CURRENCIES.map((value) => ({
            value,
            label: `${value} (${t(CURRENCIES[value === 'BAHT' ? 'THB' : value].name)})`,
          }))}
        />
      )}
      {error && !isShownAtField && !isAboutInvite(error) && <ProblemNote error={error} />}
      <StepButton busy={isLoading}>{t('nav.register')}</StepButton>
    </form>
  );
}
