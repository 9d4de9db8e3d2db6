import { isZero } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Notice } from '../../ui/feedback/Notice';
import type { OperationsView } from '../api/operationsApi';
import { useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { GoodNews } from '../ui/GoodNews';
import { Figures } from './Figures';

/** The balance of each account; in each currency they sum to zero. */
export function Books({ trialBalance, sums }: Pick<OperationsView, 'trialBalance' | 'sums'>) {
  const t = useSupportText();
  const words = useReplayWords();
  const isEven = sums.every(({ amount }) => isZero(amount));
  const rows = trialBalance.map(({ account, currency, amount }) => ({
    key: `${account}-${currency}`,
    cells: [
      words.account(account),
      <span key="amount" className={classNames(isZero(amount) && 'text-muted')}>
        {moneyText({ amount, currency })}
      </span>,
    ],
  }));
  const totals = sums.map(({ currency, amount }) => ({
    key: currency,
    cells: [
      <strong key="sum">{t('support.ops.sum', { currency })}</strong>,
      <strong key="amount">{moneyText({ amount, currency })}</strong>,
    ],
  }));
  return (
    <Card>
      <h2 className="mb-3 font-semibold">{t('support.ops.books')}</h2>
      {isEven ? (
        <GoodNews>{t('support.ops.even')}</GoodNews>
      ) : (
        <Notice tone="negative">{t('support.ops.uneven')}</Notice>
      )}
      <div className="mt-2">
        <Figures
          label={t('support.ops.books')}
          columns={[
            { label: t('support.ops.account') },
            { label: t('common.amount'), isNumber: true },
          ]}
          rows={[...rows, ...totals]}
        />
      </div>
    </Card>
  );
}
