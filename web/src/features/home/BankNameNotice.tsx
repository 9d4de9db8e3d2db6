import { useGetBanksQuery } from '../../api/lookupApi';
import type { Wallet } from '../../api/types';
import { needsEnglishName } from '../../intl/bankAccount';
import { isEnglishName } from '../../intl/englishName';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';

/** Some banks pay out to English names only, so this asks before the first withdrawal. */
export function BankNameNotice({ account }: { account: Wallet['bankAccount'] }) {
  const t = useText();
  const dialog = useDialog();
  const bankName = useBankName();
  const isEnglish = isEnglishName(account.bankAccountName);
  const { data } = useGetBanksQuery(undefined, { skip: isEnglish });
  const bank = data?.banks.find((each) => each.code === account.bankCode);
  if (isEnglish || !needsEnglishName(bank, account.bankCode)) return null;
  return (
    <Notice>
      <p>{t('home.bankName', { bank: bankName(account.bank) })}</p>
      <Button tone="quiet" className="-ms-5" onClick={() => dialog.open('editBankName', {})}>
        {t('bank.editName')}
      </Button>
    </Notice>
  );
}
