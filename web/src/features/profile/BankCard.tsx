import { useState } from 'react';
import { useGetBanksQuery } from '../../api/lookupApi';
import type { ProfileWithBank } from '../../api/types';
import { formatAccountNo } from '../../client/phone';
import { ENGLISH_NAME_BANKS, isEnglishName } from '../../intl/englishName';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { BankBadge } from '../../ui/display/Badge';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { ChangeBankModal } from './ChangeBankModal';
import { FactAction } from './Fact';

/** The account that withdrawals go to. */
export function BankCard({ profile }: { profile: ProfileWithBank }) {
  const t = useText();
  const [isChanging, setIsChanging] = useState(false);
  const dialog = useDialog();
  const bankName = useBankName();
  const { data } = useGetBanksQuery();
  const account = profile.bankAccount;
  const bank = data?.banks.find((each) => each.code === account.bankCode);
  const isEnglishOnly = bank?.englishNameOnly ?? ENGLISH_NAME_BANKS.has(account.bankCode);
  const needsEnglishName = isEnglishOnly && !isEnglishName(account.bankAccountName);
  return (
    <Card>
      <div className="flex items-center gap-4">
        <BankBadge code={account.bankCode} colour={bank?.colour} logo={bank?.logo} size={48} />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{bankName(account.bank)}</p>
          <p className="tabular font-semibold">{formatAccountNo(account.bankAccountNo)}</p>
          <p className="text-sm">
            <span className="sr-only">{t('bank.accountName')} </span>
            <span>{account.bankAccountName}</span>
          </p>
        </div>
        <FactAction
          text={t('profile.change')}
          name={t('bank.change')}
          onPress={() => setIsChanging(true)}
        />
      </div>
      {needsEnglishName && (
        <div className="mt-4 rounded-control bg-caution-soft p-4 text-caution">
          <p className="flex items-start gap-2 text-sm font-medium">
            <Icon name="warning" size={20} className="shrink-0" />
            {t('bank.englishOnly')}
          </p>
          <Button
            tone="secondary"
            icon="edit"
            wide
            className="mt-3"
            onClick={() => dialog.open('editBankName', {})}
          >
            {t('bank.editName')}
          </Button>
        </div>
      )}
      {isChanging && <ChangeBankModal profile={profile} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}
