import { type FormEvent, useRef, useState } from 'react';
import { useCreateAccountMutation } from '../../api/accountApi';
import { useGetBanksQuery, useGetInfoQuery } from '../../api/lookupApi';
import { idempotencyKey } from '../../api/moneyIntent';
import { isProblem } from '../../api/problem';
import type { Bank, Registration } from '../../api/types';
import { isAccountNo, normaliseAccountNo } from '../../intl/accountNo';
import { ENGLISH_NAME_BANKS, isEnglishName } from '../../intl/englishName';
import { useBankName } from '../../intl/localText';
import { useProblemText, useText } from '../../intl/text';
import { BankBadge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/ErrorNote';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { accountNameOf } from './accountName';
import type { ChangeDraft, Draft } from './draft';

interface BankStepProps {
  draft: Draft;
  change: ChangeDraft;
  password: string;
  onCreated: () => void;
}

type Faults = Partial<Record<'bank' | 'accountNo' | 'firstName' | 'lastName', string>>;

/** Which field a refusal of the server belongs to; the others stand above the button. */
const FIELD_OF_CODE: Record<string, keyof Faults> = {
  INVALID_BANK: 'bank',
  NO_BANK: 'bank',
  EXISTING_BANK: 'accountNo',
  BANK_ACCOUNT_NAME_ENG: 'firstName',
};

function registrationOf(draft: Draft, password: string, laoMode: boolean): Registration {
  const inviteCode = draft.inviteCode.trim();
  return {
    name: draft.name.trim(),
    username: draft.phone,
    password,
    sourceCode: draft.sourceCode,
    ...(inviteCode && { inviteCode }),
    bankCode: draft.bankCode,
    bankAccountName: accountNameOf(draft.firstName, draft.lastName),
    bankAccountNo: normaliseAccountNo(draft.bankAccountNo),
    ...(laoMode && { currency: draft.currency }),
    ...(draft.otpToken && { otpToken: draft.otpToken }),
  };
}

/** The same registration keeps its key: pressing again after a lost answer cannot make two. */
function useRegistrationKey() {
  const last = useRef({ body: '', key: '' });
  return (registration: Registration) => {
    const body = JSON.stringify(registration);
    if (last.current.body !== body) last.current = { body, key: idempotencyKey() };
    return last.current.key;
  };
}

function needsEnglish(bank: Bank | undefined, bankCode: string): boolean {
  return bank?.englishNameOnly ?? ENGLISH_NAME_BANKS.has(bankCode);
}

export function BankStep({ draft, change, password, onCreated }: BankStepProps) {
  const t = useText();
  const bankName = useBankName();
  const problemText = useProblemText();
  const { data: info } = useGetInfoQuery();
  const laoMode = info?.laoMode ?? false;
  const { data, error: banksError, refetch } = useGetBanksQuery();
  const [createAccount, { isLoading, error }] = useCreateAccountMutation();
  const keyOf = useRegistrationKey();
  const [faults, setFaults] = useState<Faults>({});
  const bank = data?.banks.find((each) => each.code === draft.bankCode);
  const isEnglishOnly = needsEnglish(bank, draft.bankCode);

  const findFaults = (): Faults => {
    const found: Faults = {};
    const required = t('common.required');
    if (!draft.bankCode) found.bank = required;
    if (!draft.bankAccountNo.trim()) found.accountNo = required;
    else if (!isAccountNo(normaliseAccountNo(draft.bankAccountNo), laoMode)) {
      found.accountNo = t(laoMode ? 'bank.accountNoLao' : 'bank.accountNoDigits');
    }
    for (const part of ['firstName', 'lastName'] as const) {
      if (!draft[part].trim()) found[part] = required;
      else if (isEnglishOnly && !isEnglishName(draft[part])) found[part] = t('bank.englishOnly');
    }
    return found;
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const found = findFaults();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const registration = registrationOf(draft, password, laoMode);
    const answer = await createAccount({ ...registration, idempotencyKey: keyOf(registration) });
    if (!answer.error) return onCreated();
    const field = isProblem(answer.error) && FIELD_OF_CODE[answer.error.code];
    if (field) setFaults({ [field]: problemText(answer.error) });
  };
  const isShownAtField = isProblem(error) && error.code in FIELD_OF_CODE;

  return (
    <form onSubmit={onSubmit} noValidate className="space-y-4">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <SelectField
            label={t('bank.bank')}
            name="bank"
            placeholder={t('bank.select')}
            value={draft.bankCode}
            onChange={(bankCode) => change({ bankCode })}
            options={(data?.banks ?? []).map((each) => ({
              value: each.code,
              label: bankName(each),
            }))}
            error={faults.bank ?? (banksError ? problemText(banksError) : null)}
            onFocus={() => banksError && refetch()}
          />
        </div>
        {bank && <BankBadge code={bank.code} colour={bank.colour} size={48} />}
      </div>
      <TextField
        label={t('bank.accountNo')}
        name="bankAccountNo"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        value={draft.bankAccountNo}
        onChange={(bankAccountNo) => change({ bankAccountNo })}
        onBlur={() => change({ bankAccountNo: normaliseAccountNo(draft.bankAccountNo) })}
        error={faults.accountNo}
        className="tabular"
      />
      <TextField
        label={t('bank.firstName')}
        name="firstName"
        autoComplete="given-name"
        autoCapitalize="characters"
        maxLength={60}
        value={draft.firstName}
        onChange={(firstName) => change({ firstName: firstName.toUpperCase() })}
        hint={isEnglishOnly ? t('bank.englishOnly') : undefined}
        error={faults.firstName}
        className="uppercase"
      />
      <TextField
        label={t('bank.lastName')}
        name="lastName"
        autoComplete="family-name"
        autoCapitalize="characters"
        maxLength={60}
        value={draft.lastName}
        onChange={(lastName) => change({ lastName: lastName.toUpperCase() })}
        error={faults.lastName}
        className="uppercase"
      />
      {laoMode && (
        <SelectField
          label={t('common.currency')}
          name="currency"
          value={draft.currency}
          onChange={(currency) => change({ currency: currency === 'BAHT' ? 'BAHT' : 'LAK' })}
          options={[
            { value: 'LAK', label: `LAK (${t('common.kip')})` },
            { value: 'BAHT', label: `BAHT (${t('common.baht')})` },
          ]}
        />
      )}
      {error && !isShownAtField && <ErrorNote>{problemText(error)}</ErrorNote>}
      <Button type="submit" wide busy={isLoading}>
        {t('nav.register')}
      </Button>
    </form>
  );
}
