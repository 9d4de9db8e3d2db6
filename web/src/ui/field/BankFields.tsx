import type { ReactNode } from 'react';
import type { Bank } from '../../api/types';
import { normaliseAccountNo } from '../../intl/accountNo';
import type { BankAccountDraft, BankAccountField } from '../../intl/bankAccount';
import { useBankName } from '../../intl/localText';
import { useText } from '../../intl/text';
import { SelectField } from './SelectField';
import { TextField } from './TextField';

interface BankFieldsProps {
  value: BankAccountDraft;
  onChange: (part: Partial<BankAccountDraft>) => void;
  banks: readonly Bank[];
  faults: Partial<Record<BankAccountField, string | null>>;
  /** The chosen bank knows English names only. */
  isEnglishOnly: boolean;
  /** Shown next to the choice of the bank. */
  badge?: ReactNode;
  onBankFocus?: () => void;
}

/** The bank, the number and the holder's name of an account, one field below the other. */
export function BankFields(props: BankFieldsProps) {
  const { value, onChange, banks, faults, isEnglishOnly, badge, onBankFocus } = props;
  const t = useText();
  const bankName = useBankName();
  const nameField = (part: 'firstName' | 'lastName') => ({
    name: part,
    autoCapitalize: 'characters',
    maxLength: 60,
    value: value[part],
    onChange: (typed: string) => onChange({ [part]: typed.toUpperCase() }),
    error: faults[part],
    className: 'uppercase',
  });
  return (
    <>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <SelectField
            label={t('bank.bank')}
            name="bank"
            placeholder={t('bank.select')}
            value={value.bankCode}
            onChange={(bankCode) => onChange({ bankCode })}
            options={banks.map((each) => ({ value: each.code, label: bankName(each) }))}
            error={faults.bankCode}
            onFocus={onBankFocus}
          />
        </div>
        {/* The smallest phones need the room for the bank's name. */}
        {badge && <div className="max-[24rem]:hidden">{badge}</div>}
      </div>
      <TextField
        label={t('bank.accountNo')}
        name="bankAccountNo"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        value={value.bankAccountNo}
        onChange={(bankAccountNo) => onChange({ bankAccountNo })}
        onBlur={() =>
          value.bankAccountNo &&
          onChange({ bankAccountNo: normaliseAccountNo(value.bankAccountNo) })
        }
        error={faults.bankAccountNo}
        className="tabular"
      />
      <TextField
        label={t('bank.firstName')}
        autoComplete="given-name"
        hint={isEnglishOnly ? t('bank.englishOnly') : undefined}
        {...nameField('firstName')}
      />
      <TextField label={t('bank.lastName')} autoComplete="family-name" {...nameField('lastName')} />
    </>
  );
}
