import { useState } from 'react';
import { useMoneyIntent } from '../../api/command/moneyIntent';
import { useSaveLimitsMutation } from '../../api/limitsApi';
import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import type { DepositLimit, LimitPeriod } from '../../api/types';
import { useAmountFault } from '../../intl/amountFault';
import { formatAmount } from '../../intl/money';
import { useProblemText, useText } from '../../intl/text';
import { FormModal } from '../../ui/dialog/FormModal';
import { Button } from '../../ui/display/Button';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import { AmountField } from '../../ui/field/AmountField';
import { PinField } from '../../ui/field/PinField';
import { checkLimit, effectOf } from './limitForm';

const QUICK: Record<string, readonly string[]> = {
  THB: ['500', '1000', '3000', '5000', '10000', '50000'],
  LAK: ['100000', '300000', '500000', '1000000', '3000000', '10000000'],
};

interface LimitModalProps {
  period: LimitPeriod;
  limit: DepositLimit;
  currency: string;
  onClose: () => void;
}

/** Sends one period's limit; `null` removes it. */
function useLimitChange({ period, limit, onClose }: LimitModalProps) {
  const t = useText();
  const toast = useToast();
  const problemText = useProblemText();
  const intent = useMoneyIntent('limits');
  const [save, { isLoading }] = useSaveLimitsMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const send = async (chosen: string | null) => {
    if (isLoading) return;
    setRefusal(null);
    const key = intent.begin({ period, limit: chosen });
    const isLater = effectOf(limit.limit, chosen) === 'later';
    const answer = await save({
      limitsUpdate: { deposit: { [period]: chosen } },
      'Idempotency-Key': key,
      ...(isLater && pin && { 'X-Pin': pin }),
    });
    intent.settle(answer.error);
    if (answer.error) return setRefusal(problemText(answer.error));
    toast.success(t(isLater ? 'limits.deposit.savedLater' : 'limits.deposit.savedNow'));
    onClose();
  };
  return { send, isLoading, refusal, pin, setPin };
}

/** One deposit limit: the new amount, and from when it applies. */
export function LimitModal(props: LimitModalProps) {
  const { period, limit, currency, onClose } = props;
  const t = useText();
  const amountFault = useAmountFault(currency);
  const [typed, setTyped] = useState(limit.limit ? formatAmount(limit.limit, currency) : '');
  const [fault, setFault] = useState<string | null>(null);
  const { send, isLoading, refusal, pin, setPin } = useLimitChange(props);
  const isPinSet = useGetWithdrawLimitsQuery().data?.isPinSet ?? false;
  const checked = checkLimit(typed, currency);
  const effect = checked.ok ? effectOf(limit.limit, checked.limit) : 'same';

  const submit = () => {
    if (!checked.ok) return setFault(amountFault(checked.fault));
    // Setting the present limit again cancels a waiting increase.
    send(checked.limit);
  };

  return (
    <FormModal
      title={t(`limits.deposit.${period}`)}
      onClose={onClose}
      onSubmit={submit}
      busy={isLoading}
    >
      <AmountField
        label={t('limits.deposit.amount')}
        name="limit"
        currency={currency}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setFault(null);
        }}
        quickAmounts={QUICK[currency] ?? []}
        error={fault}
      />
      <Notice>
        {t(effect === 'later' ? 'limits.deposit.effectLater' : 'limits.deposit.effectNow')}
      </Notice>
      {isPinSet && limit.limit !== null && (
        <PinField
          label={t('pin.pin')}
          name="pin"
          hint={t('limits.deposit.pinHint')}
          value={pin}
          onChange={setPin}
        />
      )}
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
      {limit.limit !== null && (
        <div>
          <Button tone="quiet" wide busy={isLoading} onClick={() => send(null)}>
            {t('limits.deposit.remove')}
          </Button>
          <p className="mt-1 text-center text-sm text-muted">{t('limits.deposit.removeHint')}</p>
        </div>
      )}
    </FormModal>
  );
}
