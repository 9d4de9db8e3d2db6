import { isZero } from '../../intl/money';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
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
  const isDesktop = useIsDesktop();
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
      <details open={isDesktop} className="group mt-1 -mb-3">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-accent">
          {t('support.ops.accounts', { n: rows.length })}
          <Icon name="chevronDown" size={18} className="group-open:rotate-180" />
        </summary>
        <div className="pb-3">
          <Figures
            label={t('support.ops.books')}
            columns={[
              { label: t('support.ops.account') },
              { label: t('common.amount'), isNumber: true },
            ]}
            rows={[...rows, ...totals]}
          />
        </div>
      </details>
    </Card>
  );
}
