import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { SelectField } from '../../ui/field/SelectField';
import { type ReceivingAccount, useListReceivingAccountsQuery } from '../api/workApi';
import { useSupportText } from '../intl/text';

interface AccountFieldProps {
  label: string;
  value: string;
  onChange: (id: string) => void;
  error: string | null;
  /** Of the money that came in; empty where it is not known. */
  currency: string;
}

/** Those that may have received it: money of a payment service comes in without staff. */
export function receiving(accounts: readonly ReceivingAccount[], currency: string) {
  return accounts.filter((it) => (!currency || it.currency === currency) && !it.isPaymentService);
}

/** Which of our accounts received the money. */
export function AccountField({ label, value, onChange, error, currency }: AccountFieldProps) {
  const t = useSupportText();
  const list = useListReceivingAccountsQuery();
  if (list.error && !list.data) {
    return <ProblemState error={list.error} onRetry={list.refetch} busy={list.isFetching} />;
  }
  if (!list.data) return <Skeleton className="h-20 w-full rounded-control" />;
  const options = receiving(list.data.accounts, currency).map((it) => ({
    value: it.id,
    label: `${it.bankCode} ${it.accountNo} · ${it.holder}`,
  }));
  return (
    <SelectField
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      options={options}
      placeholder={t('support.work.chooseAccount')}
      hint={options.length === 0 ? t('support.work.noAccount', { currency }) : undefined}
    />
  );
}
