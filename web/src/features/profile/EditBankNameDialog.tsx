import { useState } from 'react';
import { useSaveBankAccountNameMutation } from '../../api/accessApi';
import { useGetProfileQuery } from '../../api/accountApi';
import { formatAccountNo } from '../../client/phone';
import { isEnglishName } from '../../intl/englishName';
import { useBankName } from '../../intl/localText';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { BankBadge } from '../../ui/display/Badge';
import { useToast } from '../../ui/feedback/toasts';
import { TextField } from '../../ui/field/TextField';

/** For accounts at banks that only know English names. */
export default function EditBankNameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const bankName = useBankName();
  const problemText = useProblemText();
  const { data } = useGetProfileQuery();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveBankAccountNameMutation();
  const account = data?.bankAccount;

  const onSubmit = async () => {
    if (!account) return;
    const bankAccountName = name.trim().replace(/\s+/g, ' ');
    if (!bankAccountName) return setFault(t('common.required'));
    if (!isEnglishName(bankAccountName)) return setFault(t('bank.englishOnly'));
    const answer = await save({ bankCode: account.bankCode, bankAccountName });
    if (answer.error) return setFault(problemText(answer.error));
    toast.success(t('common.saved'));
    onClose();
  };

  return (
    <FormModal title={t('bank.editName')} onClose={onClose} onSubmit={onSubmit} busy={isLoading}>
      {account && (
        <div className="flex items-center gap-3 rounded-control bg-sunken p-3">
          <BankBadge code={account.bankCode} />
          <div className="min-w-0">
            <p className="text-sm text-muted">{bankName(account.bank)}</p>
            <p className="tabular font-medium">{formatAccountNo(account.bankAccountNo)}</p>
            <p className="text-sm">{account.bankAccountName}</p>
          </div>
        </div>
      )}
      <TextField
        label={t('bank.accountName')}
        name="bankAccountName"
        autoComplete="name"
        autoCapitalize="characters"
        maxLength={120}
        value={name}
        onChange={(typed) => {
          setName(typed.toUpperCase());
          setFault(null);
        }}
        hint={t('bank.englishOnly')}
        error={fault}
        className="uppercase"
      />
    </FormModal>
  );
}
