import { useRef, useState } from 'react';
import { useSaveProfileMutation } from '../../api/accessApi';
import { idempotencyKey } from '../../api/command/moneyIntent';
import { useGetBanksQuery, useGetInfoQuery, useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import { isProblem, problemFields } from '../../api/transport/problem';
import type { ProfileWithBank } from '../../api/types';
import { bankAccountOf, needsEnglishName } from '../../intl/bankAccount';
import { formatMoment } from '../../intl/moment';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import { BankFields } from '../../ui/field/BankFields';
import { PasswordField } from '../../ui/field/PasswordField';
import { PinField } from '../../ui/field/PinField';
import { type BankForm, EMPTY_BANK_FORM, findBankFaults, refusedField } from './bankForm';

interface ChangeBankModalProps {
  profile: ProfileWithBank;
  onClose: () => void;
}

type Faults = Partial<Record<keyof BankForm, string>>;

/** One key for one request: pressing again after a lost answer changes the account once. */
function useRequestKey() {
  const last = useRef({ request: '', key: '' });
  return (body: unknown) => {
    const request = JSON.stringify(body);
    if (last.current.request !== request) last.current = { request, key: idempotencyKey() };
    return last.current.key;
  };
}

/** The fields, their faults, and the request to the server. */
function useBankChange({ profile, onClose }: ChangeBankModalProps) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const laoMode = useGetInfoQuery().data?.laoMode ?? false;
  const banks = useGetBanksQuery().data?.banks ?? [];
  const [form, setForm] = useState(EMPTY_BANK_FORM);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveProfileMutation();
  const keyOf = useRequestKey();
  const bank = banks.find((each) => each.code === form.bankCode);
  const isEnglishOnly = needsEnglishName(bank, form.bankCode);

  const refuse = (problem: unknown) => {
    const field = isProblem(problem) ? refusedField(problem.code, problemFields(problem)) : null;
    if (field) setFaults({ [field]: problemText(problem) });
    else setRefusal(problemText(problem));
  };
  const submit = async () => {
    setRefusal(null);
    const found = Object.entries(findBankFaults(form, { isEnglishOnly, laoMode }));
    setFaults(Object.fromEntries(found.map(([field, id]) => [field, t(id)])));
    if (found.length > 0) return;
    const body = { name: profile.name, ...bankAccountOf(form) };
    const { password, pin } = form;
    const answer = await save({
      profileUpdate: { ...body, password },
      'Idempotency-Key': keyOf(body),
      ...(pin && { 'X-Pin': pin }),
    });
    if (answer.error) return refuse(answer.error);
    const until = answer.data.heldUntil;
    toast.success(
      until ? t('bank.changedHeld', { until: formatMoment(until) }) : t('common.saved'),
    );
    onClose();
  };
  const change = (part: Partial<BankForm>) => {
    setForm((old) => ({ ...old, ...part }));
    const rest = { ...faults };
    for (const field of Object.keys(part)) delete rest[field as keyof BankForm];
    setFaults(rest);
  };
  return { form, change, faults, refusal, banks, isEnglishOnly, isLoading, submit };
}

/** Another account to withdraw to, with the password, because the money will go there. */
export function ChangeBankModal(props: ChangeBankModalProps) {
  const t = useText();
  const limits = useGetWithdrawLimitsQuery().data;
  const holdHours = limits?.holdHours ?? 0;
  const bank = useBankChange(props);
  const { form, change, faults } = bank;
  return (
    <FormModal
      title={t('bank.change')}
      onClose={props.onClose}
      onSubmit={bank.submit}
      busy={bank.isLoading}
      refusal={bank.refusal}
    >
      {holdHours > 0 && <Notice tone="caution">{t('bank.changeWarning', { n: holdHours })}</Notice>}
      <BankFields
        value={form}
        onChange={change}
        banks={bank.banks}
        faults={faults}
        isEnglishOnly={bank.isEnglishOnly}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={form.password}
        onChange={(password) => change({ password })}
        hint={t('bank.passwordHint')}
        error={faults.password}
      />
      {(limits?.isPinSet || faults.pin) && (
        <PinField
          label={t('pin.pin')}
          name="pin"
          value={form.pin}
          onChange={(pin) => change({ pin })}
          error={faults.pin}
        />
      )}
    </FormModal>
  );
}
