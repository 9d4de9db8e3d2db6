import { useGetBanksQuery } from '../../api/lookupApi';
import type { Bank, DepositAccount } from '../../api/types';
import { formatAccountNo } from '../../client/phone';
import { useBankName, useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { BankBadge } from '../../ui/display/Badge';
import { CopyPill } from '../../ui/feedback/CopyPill';
import { Notice } from '../../ui/feedback/Notice';

interface DepositAccountsProps {
  accounts: readonly DepositAccount[];
}

const AUTOMATIC = 'AUTO';

/** The operator's accounts to pay to. */
export function DepositAccounts({ accounts }: DepositAccountsProps) {
  const t = useText();
  const banks = useGetBanksQuery().data?.banks;
  if (accounts.length === 0) {
    return (
      <Notice tone="caution">
        {t('deposit.noAccounts')} {t('common.contactAdmin')}
      </Notice>
    );
  }
  const isManual = accounts.every(({ mode }) => mode !== AUTOMATIC);
  return (
    <div className="space-y-3">
      {isManual && <Notice>{t('deposit.manual')}</Notice>}
      <ul className="divide-y divide-line rounded-card border border-line">
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            listed={banks?.find((bank) => bank.code === account.bankCode)}
          />
        ))}
      </ul>
    </div>
  );
}

interface AccountRowProps {
  account: DepositAccount;
  listed: Bank | undefined;
}

function AccountRow({ account, listed }: AccountRowProps) {
  const t = useText();
  const bank = useBankName()(account.bank);
  const holder = useLocalText()(account.holder);
  return (
    <li className="flex items-center gap-3 py-3 ps-4 pe-3">
      <BankBadge code={account.bankCode} colour={listed?.colour} logo={listed?.logo} />
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{bank}</p>
        <p className="tabular text-lg font-semibold break-all">
          <span className="sr-only">{t('bank.accountNo')} </span>
          {formatAccountNo(account.bankAccountNo)}
        </p>
        <p className="text-sm">
          <span className="sr-only">{t('bank.accountName')} </span>
          {holder}
        </p>
      </div>
      <CopyPill
        label={bank}
        name={t('deposit.copyNumber', { bank })}
        value={account.bankAccountNo}
      />
    </li>
  );
}
