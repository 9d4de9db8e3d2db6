import { useGetWalletQuery } from '../../../api/walletApi';
import { maskAccountNo } from '../../../intl/accountNo';
import { useBankName } from '../../../intl/localText';
import { formatMoment } from '../../../intl/moment';
import { useText } from '../../../intl/text';
import { useNow } from '../../../ui/display/clock';
import { useAppName } from '../../../ui/display/useAppName';
import { writeDay } from '../days';
import type { StatementFilter } from '../statementQuery';

interface PrintHeadProps {
  filter: StatementFilter;
}

/** The member, the period, and the time of printing. */
export function PrintHead({ filter }: PrintHeadProps) {
  const t = useText();
  const appName = useAppName();
  const bankName = useBankName();
  const account = useGetWalletQuery().data?.bankAccount;
  const { type, from, to, search } = filter;
  const period =
    from || to
      ? `${from ? writeDay(from) : '…'} – ${to ? writeDay(to) : '…'}`
      : t('statement.print.always');
  const printedAt = formatMoment(new Date(useNow()).toISOString());
  const facts = [
    account && [t('bank.accountName'), account.bankAccountName],
    account && [
      t('bank.accountNo'),
      `${bankName(account.bank)} ${maskAccountNo(account.bankAccountNo)}`,
    ],
    [t('statement.print.period'), period],
    type && [t('statement.filter.type'), t(`statement.${type}`)],
    search && [t('statement.search'), search],
    [t('statement.print.printedAt'), printedAt],
  ].filter((fact): fact is string[] => Boolean(fact));
  return (
    <div className="mb-4">
      <p className="text-sm text-muted">{appName}</p>
      <p className="text-2xl font-bold">{t('nav.statement')}</p>
      <dl className="mt-2 grid grid-cols-[max-content_1fr] gap-x-4 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
