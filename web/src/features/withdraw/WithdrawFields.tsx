import type { BankAccount } from '../../api/types';
import { useText } from '../../intl/text';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { AmountField } from '../../ui/field/AmountField';
import { QuickAmounts } from '../../ui/field/QuickAmounts';
import { BankAccountRow } from './BankAccountRow';
import { HeldNotice } from './HeldNotice';
import { SourceChoice } from './SourceChoice';
import { useWithdrawWords } from './useWithdrawWords';
import {
  hasGameMoney,
  isBelowMinimum,
  mostToWithdraw,
  type WithdrawFault,
  type WithdrawRoom,
  type WithdrawSource,
} from './withdrawForm';

/** The form's submit button is in the dialog's footer. */
export const WITHDRAW_FORM_ID = 'withdraw-form';

const QUICK: Record<string, readonly string[]> = {
  THB: ['100', '300', '500', '1000', '5000'],
  LAK: ['50000', '100000', '500000', '1000000', '5000000'],
};

interface WithdrawFieldsProps {
  room: WithdrawRoom;
  balances: Record<WithdrawSource, string>;
  onSource: (source: WithdrawSource) => void;
  account: BankAccount;
  amount: string;
  /** Everything is to be withdrawn. */
  isAll: boolean;
  fault: WithdrawFault | null;
  onAmount: (amount: string) => void;
  onAll: () => void;
  onSubmit: () => void;
}

export function WithdrawFields(props: WithdrawFieldsProps) {
  const { room, balances, account, amount, fault, onAmount } = props;
  const t = useText();
  const words = useWithdrawWords(room);
  const isTooLittle = isBelowMinimum(room);
  return (
    <form
      id={WITHDRAW_FORM_ID}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <HeldNotice until={room.limits.heldUntil} />
      {hasGameMoney(balances) ? (
        <SourceChoice
          balances={balances}
          currency={room.currency}
          value={room.source}
          onChange={props.onSource}
        />
      ) : (
        <FigureList>
          <Figure label={t('withdraw.available')}>
            <Money
              amount={room.balance}
              currency={room.currency}
              className="text-lg font-semibold"
            />
          </Figure>
        </FigureList>
      )}
      {isTooLittle ? (
        <Notice tone="caution">{words.belowMinimum}</Notice>
      ) : (
        <>
          <AmountField
            label={t('withdraw.amount')}
            name="amount"
            currency={room.currency}
            value={amount}
            onChange={onAmount}
            error={fault && words.ofFault(fault)}
            hint={words.range}
          />
          <QuickAmounts
            amounts={QUICK[room.currency] ?? []}
            currency={room.currency}
            value={amount}
            most={mostToWithdraw(room)}
            isAll={props.isAll}
            onAll={props.onAll}
            onPick={onAmount}
          />
        </>
      )}
      <BankAccountRow account={account} />
    </form>
  );
}
