import { useGetBanksQuery } from '../../api/lookupApi';
import type { BankAccount } from '../../api/types';
import { formatAccountNo } from '../../client/phone';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { BankBadge } from '../../ui/display/Badge';

/** The registered account: the only one a withdrawal can go to. */
export function BankAccountRow({ account }: { account: BankAccount }) {
  const t = useText();
  const bankName = useBankName();
  const banks = useGetBanksQuery().data?.banks;
  const listed = banks?.find(({ code }) => code === account.bankCode);
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{t('withdraw.to')}</p>
      <div className="flex items-center gap-3 rounded-control border border-line px-4 py-3">
        <BankBadge code={account.bankCode} colour={listed?.colour} logo={listed?.logo} />
        <div className="min-w-0">
          <p className="tabular font-semibold break-all">
            {formatAccountNo(account.bankAccountNo)}
          </p>
          <p className="text-sm text-muted">{account.bankAccountName}</p>
          <p className="text-sm text-muted">{bankName(account.bank)}</p>
        </div>
      </div>
    </div>
  );
}
