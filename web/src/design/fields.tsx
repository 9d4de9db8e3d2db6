/** What is typed into. */
import { useState } from 'react';
import type { BankAccountDraft } from '../intl/bankAccount';
import { useText } from '../intl/text';
import { BankBadge } from '../ui/display/Badge';
import { AmountField } from '../ui/field/AmountField';
import { BankFields } from '../ui/field/BankFields';
import { FieldFrame, inputClass } from '../ui/field/Field';
import { OtpField } from '../ui/field/OtpField';
import { PasswordField } from '../ui/field/PasswordField';
import { PhoneField } from '../ui/field/PhoneField';
import { SelectField } from '../ui/field/SelectField';
import { TextField } from '../ui/field/TextField';
import type { Pages } from './pages';
import { State } from './State';

function FieldFrameStates() {
  const t = useText();
  return (
    <State name="label, hint and error tied to any control">
      <FieldFrame label={t('bank.accountName')} hint={t('bank.englishOnly')}>
        {(ids) => <input {...ids} className={inputClass(false)} />}
      </FieldFrame>
    </State>
  );
}

function TextFieldStates() {
  const t = useText();
  const [value, setValue] = useState('');
  const field = { label: t('bank.accountName'), value, onChange: setValue };
  return (
    <>
      <State name="empty or typed">
        <TextField {...field} />
      </State>
      <State name="hint">
        <TextField {...field} hint={t('bank.englishOnly')} />
      </State>
      <State name="error">
        <TextField {...field} error={t('common.required')} />
      </State>
      <State name="disabled">
        <TextField {...field} value="AREE JAIDEE" disabled />
      </State>
    </>
  );
}

function AmountFieldStates() {
  const t = useText();
  const [value, setValue] = useState('1,000');
  const field = { label: t('withdraw.amount'), value, onChange: setValue };
  return (
    <>
      <State name="quickAmounts">
        <AmountField {...field} quickAmounts={['100', '300', '500']} />
      </State>
      <State name='currency="LAK"'>
        <AmountField {...field} currency="LAK" />
      </State>
      <State name="error">
        <AmountField {...field} error={t('common.required')} />
      </State>
      <State name="disabled">
        <AmountField {...field} disabled />
      </State>
    </>
  );
}

function SelectFieldStates() {
  const t = useText();
  const [value, setValue] = useState('');
  const field = {
    label: t('bank.bank'),
    placeholder: t('bank.select'),
    value,
    onChange: setValue,
    options: ['KBANK', 'SCB', 'KTB'].map((code) => ({ value: code, label: code })),
  };
  return (
    <>
      <State name="placeholder">
        <SelectField {...field} />
      </State>
      <State name="error">
        <SelectField {...field} error={t('common.required')} />
      </State>
    </>
  );
}

function PasswordFieldStates() {
  const t = useText();
  const [value, setValue] = useState('secret-words');
  const field = { label: t('auth.password'), value, onChange: setValue };
  return (
    <>
      <State name='autoComplete="current-password"'>
        <PasswordField {...field} autoComplete="current-password" />
      </State>
      <State name="error">
        <PasswordField
          {...field}
          autoComplete="new-password"
          error={t('profile.passwordNotEqual')}
        />
      </State>
    </>
  );
}

function PhoneFieldStates() {
  const t = useText();
  const [value, setValue] = useState('0812345678');
  const field = { label: t('register.step.phone'), value, onChange: setValue };
  return (
    <>
      <State name="any spelling">
        <PhoneField {...field} />
      </State>
      <State name="laoMode">
        <PhoneField {...field} laoMode />
      </State>
      <State name="error">
        <PhoneField {...field} error={t('common.required')} />
      </State>
    </>
  );
}

function OtpFieldStates() {
  const t = useText();
  const [value, setValue] = useState('123');
  const field = { label: t('otp.enter'), value, onChange: setValue };
  return (
    <>
      <State name="one field for six digits">
        <OtpField {...field} />
      </State>
      <State name="error">
        <OtpField {...field} error={t('error.OTP_CODE_INVALID')} />
      </State>
    </>
  );
}

const BANKS = [
  {
    code: 'KTB',
    nameTH: 'ธนาคารกรุงไทย',
    nameLA: null,
    nameEN: 'Krungthai Bank',
    colour: '#1ba5e1',
    englishNameOnly: true,
  },
  {
    code: 'SCB',
    nameTH: 'ธนาคารไทยพาณิชย์',
    nameLA: null,
    nameEN: 'Siam Commercial Bank',
    colour: '#4e2e7f',
    englishNameOnly: false,
  },
];

function BankFieldsStates() {
  const t = useText();
  const [value, setValue] = useState<BankAccountDraft>({
    bankCode: 'KTB',
    bankAccountNo: '1234567890',
    firstName: 'AREE',
    lastName: 'JAIDEE',
  });
  const fields = {
    value,
    onChange: (part: Partial<BankAccountDraft>) => setValue({ ...value, ...part }),
    banks: BANKS,
    badge: <BankBadge code={value.bankCode} />,
  };
  return (
    <>
      <State name="isEnglishOnly">
        <div className="space-y-4">
          <BankFields {...fields} faults={{}} isEnglishOnly />
        </div>
      </State>
      <State name="faults">
        <div className="space-y-4">
          <BankFields
            {...fields}
            isEnglishOnly={false}
            faults={{ bankAccountNo: t('common.required'), lastName: t('common.required') }}
          />
        </div>
      </State>
    </>
  );
}

export const fields: Pages = {
  FieldFrame: FieldFrameStates,
  TextField: TextFieldStates,
  AmountField: AmountFieldStates,
  SelectField: SelectFieldStates,
  PasswordField: PasswordFieldStates,
  PhoneField: PhoneFieldStates,
  OtpField: OtpFieldStates,
  BankFields: BankFieldsStates,
};
