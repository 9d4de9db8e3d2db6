import { useAppSelector } from '../../app/hooks';
import { CURRENCY_SIGN, formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { AmountField } from '../../ui/AmountField';
import { IconButton } from '../../ui/IconButton';
import { Notice } from '../../ui/Notice';
import { QuickAmounts } from '../../ui/QuickAmounts';
import { SelectField } from '../../ui/SelectField';
import {
  chooseSide,
  swapSides,
  type TransferAccount,
  type TransferFault,
  type TransferForm,
} from './transferForm';
import { useFaultText } from './useFaultText';

const QUICK: Record<string, readonly string[]> = {
  THB: ['100', '300', '500', '1000', '5000'],
  LAK: ['20000', '50000', '100000', '500000', '1000000'],
};

/** The button that sends the form stands in the footer of the dialog. */
export const TRANSFER_FORM_ID = 'transfer-form';

interface TransferFieldsProps {
  accounts: readonly TransferAccount[];
  nameOf: (code: string) => string;
  currency: string;
  form: TransferForm;
  onForm: (form: TransferForm) => void;
  fault: TransferFault | null;
  onSubmit: () => void;
}

export function TransferFields(props: TransferFieldsProps) {
  const { accounts, nameOf, currency, form, onForm, fault } = props;
  const t = useText();
  const faultText = useFaultText(currency);
  const isHidden = useAppSelector((state) => state.preferences.balanceHidden);
  const source = accounts.find((account) => account.code === form.from);
  const errorAt = (field: TransferFault['field']) =>
    fault?.field === field ? faultText(fault) : null;

  const money = (amount: string) =>
    isHidden ? '••••••' : `${CURRENCY_SIGN[currency] ?? ''}${formatAmount(amount, currency)}`;
  const options = accounts.map((account) => ({
    value: account.code,
    label: `${nameOf(account.code)} · ${
      account.isClosed ? t('home.game.maintenance') : money(account.balance)
    }`,
    disabled: account.isClosed,
  }));
  const choose = (side: 'from' | 'to') => (code: string) => onForm(chooseSide(form, side, code));

  return (
    <form
      id={TRANSFER_FORM_ID}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {accounts.length < 2 && <Notice tone="caution">{t('transfer.noGames')}</Notice>}
      <div className="relative space-y-3">
        <SelectField
          label={t('transfer.from')}
          placeholder={t('transfer.chooseFrom')}
          value={form.from}
          options={options}
          onChange={choose('from')}
          error={errorAt('from')}
        />
        <IconButton
          icon="transfer"
          label={t('transfer.swap')}
          onClick={() => onForm(swapSides(form))}
          className="absolute end-0 top-[4.6rem] rotate-90 text-accent"
        />
        <SelectField
          label={t('transfer.to')}
          placeholder={t('transfer.chooseTo')}
          value={form.to}
          options={options}
          onChange={choose('to')}
          error={errorAt('to')}
        />
      </div>
      <AmountField
        label={t('common.amount')}
        name="amount"
        currency={currency}
        value={form.amount}
        onChange={(amount) => onForm({ ...form, amount })}
        error={errorAt('amount')}
        hint={source && t('money.available', { amount: money(source.balance) })}
      />
      <QuickAmounts
        amounts={QUICK[currency] ?? []}
        all={source?.balance}
        onPick={(amount) => onForm({ ...form, amount: formatAmount(amount, currency) })}
      />
    </form>
  );
}
