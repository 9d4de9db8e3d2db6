import type { Bank } from '../../api/types';
import { normaliseAccountNo } from '../../intl/accountNo';
import type { BankAccountDraft, BankAccountField } from '../../intl/bankAccount';
import { useText } from '../../intl/text';
import { BankField } from './BankField';
import { TextField } from './TextField';

interface BankFieldsProps {
  value: BankAccountDraft;
  onChange: (part: Partial<BankAccountDraft>) => void;
  banks: readonly Bank[];
  faults: Partial<Record<BankAccountField, string | null>>;
  /** The chosen bank knows English names only. */
  isEnglishOnly: boolean;
  /** Loads the banks again where they could not be loaded. */
  onRetry?: (() => void) | undefined;
}

/** The bank, the number and the holder's name of an account, one field below the other. */
export function BankFields(props: BankFieldsProps) {
  const { value, onChange, banks, faults, isEnglishOnly, onRetry } = props;
  const t = useText();
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
      <BankField
        banks={banks}
        value={value.bankCode}
        onChange={(bankCode) => onChange({ bankCode })}
        error={faults.bankCode}
        onRetry={onRetry}
      />
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
