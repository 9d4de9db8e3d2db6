import { useBalanceState, useIsAnyAsked, useSilentGames } from '../../api/askGames';
import { WALLET } from '../../api/command/transferCommand';
import { formatMoment } from '../../intl/moment';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { Notice } from '../../ui/feedback/Notice';
import { AmountField } from '../../ui/field/AmountField';
import { QuickAmounts } from '../../ui/field/QuickAmounts';
import { AccountCards, OneAccountCard } from './AccountCards';
import {
  goesThroughWallet,
  shownAmount,
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

/** The form's submit button is in the dialog's footer. */
export const TRANSFER_FORM_ID = 'transfer-form';

/** What both forms of the dialog offer to choose from. */
export interface Places {
  accounts: readonly TransferAccount[];
  nameOf: (code: string) => string;
  currency: string;
  /** Why money may only come out of games; null while it may go in, too. */
  closedBy: 'closed.title' | 'transfer.closedByBreak' | null;
}

/** The places of one side, each with its balance or why it is closed. */
function usePlaceOptions({ accounts, nameOf, currency, closedBy }: Places) {
  const t = useText();
  const money = useMoneyText(currency);
  const silent = useSilentGames();
  const balanceOf = ({ code, balance, readAt }: TransferAccount) =>
    silent.includes(code) && readAt
      ? t('game.balanceAsOf', { amount: money(balance), at: formatMoment(readAt) })
      : money(balance);
  return (side: 'from' | 'to') =>
    accounts.map((account) => {
      const isShut = closedBy !== null && side === 'to' && account.code !== WALLET;
      const state = account.isClosed
        ? t('home.game.maintenance')
        : isShut
          ? t(closedBy)
          : balanceOf(account);
      return {
        value: account.code,
        state,
        label: `${nameOf(account.code)} · ${state}`,
        disabled: account.isClosed || isShut,
      };
    });
}

interface TransferFieldsProps extends Places {
  form: TransferForm;
  onForm: (form: TransferForm) => void;
  fault: TransferFault | null;
  onSubmit: () => void;
}

export function TransferFields(props: TransferFieldsProps) {
  const { accounts, currency, form, onForm, fault } = props;
  const t = useText();
  const faultText = useFaultText(currency);
  const optionsOf = usePlaceOptions(props);
  const source = accounts.find((account) => account.code === form.from);
  const errorAt = (field: TransferFault['field']) =>
    fault?.field === field ? faultText(fault) : null;
  const choose = (side: 'from' | 'to') => (code: string) =>
    onForm({ ...form, [side]: code, isAll: side === 'from' ? false : form.isAll });
  const shown = shownAmount(form, source, currency);

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
      <AccountCards
        nameOf={props.nameOf}
        onSwap={() => onForm(swapSides(form))}
        hint={goesThroughWallet(form) ? t('transfer.viaWallet') : null}
        from={{
          label: t('transfer.from'),
          placeholder: t('transfer.chooseFrom'),
          account: source,
          options: optionsOf('from'),
          onChange: choose('from'),
          error: errorAt('from'),
        }}
        to={{
          label: t('transfer.to'),
          placeholder: t('transfer.chooseTo'),
          account: accounts.find((account) => account.code === form.to),
          options: optionsOf('to'),
          onChange: choose('to'),
          error: errorAt('to'),
        }}
      />
      <AmountField
        label={t('common.amount')}
        name="amount"
        currency={currency}
        value={shown}
        onChange={(amount) => amount !== shown && onForm({ ...form, amount, isAll: false })}
        error={errorAt('amount')}
        hint={source && <Available account={source} currency={currency} isAll={form.isAll} />}
      />
      <QuickAmounts
        amounts={QUICK[currency] ?? []}
        currency={currency}
        value={form.amount}
        // A game's balance may have grown since it was read, so only the main wallet's is a bound.
        most={form.from === WALLET ? source?.balance : undefined}
        isAll={form.isAll}
        onAll={source && (() => onForm({ ...form, amount: '', isAll: true }))}
        onPick={(amount) => onForm({ ...form, amount, isAll: false })}
      />
    </form>
  );
}

interface AvailableProps {
  account: TransferAccount;
  currency: string;
  isAll: boolean;
}

/** The source's last known balance. */
function Available({ account, currency, isAll }: AvailableProps) {
  const t = useText();
  const money = useMoneyText(currency);
  const isAsked = useBalanceState(account.code) === 'asked';
  const amount = money(account.balance);
  return (
    <Asked isAsked={isAsked}>{t(isAll ? 'transfer.allNow' : 'money.available', { amount })}</Asked>
  );
}

interface AllFieldsProps extends Places {
  to: string;
  onTo: (to: string) => void;
  sum: string;
  hasFault: boolean;
  onSubmit: () => void;
}

/** Everything that the games hold, to one place. */
export function AllFields({ to, onTo, sum, hasFault, onSubmit, ...places }: AllFieldsProps) {
  const t = useText();
  const isAsked = useIsAnyAsked();
  const money = useMoneyText(places.currency);
  const optionsOf = usePlaceOptions(places);
  return (
    <form
      id={TRANSFER_FORM_ID}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <OneAccountCard
        nameOf={places.nameOf}
        label={t('transfer.allTo')}
        placeholder={t('transfer.chooseTo')}
        account={places.accounts.find(({ code }) => code === to)}
        options={optionsOf('to')}
        onChange={onTo}
        error={hasFault ? t('transfer.selectAccount') : null}
        hint={<Asked isAsked={isAsked}>{t('transfer.allSum', { amount: money(sum) })}</Asked>}
      />
      <Notice>{t(to === WALLET || !to ? 'transfer.allHint' : 'transfer.allHintVia')}</Notice>
    </form>
  );
}
