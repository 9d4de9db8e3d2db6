import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { Figure, FigureList } from '../../ui/FigureList';
import { Money } from '../../ui/Money';
import { OutcomePanel } from '../../ui/OutcomePanel';

interface CreditedPanelProps {
  title: string;
  amount: string | null;
}

/** The money has come: how much, and what the wallet now holds. */
export function CreditedPanel({ title, amount }: CreditedPanelProps) {
  const t = useText();
  const wallet = useGetWalletQuery().data?.wallet;
  return (
    <OutcomePanel tone="success" title={title} detail={t('slip.creditedDetail')}>
      <FigureList>
        {amount && (
          <Figure label={t('common.amount')}>
            <Money amount={amount} currency={wallet?.currency} direction="in" alwaysShown />
          </Figure>
        )}
        {wallet && (
          <Figure label={t('money.newBalance')}>
            <Money amount={wallet.amount} currency={wallet.currency} />
          </Figure>
        )}
      </FigureList>
    </OutcomePanel>
  );
}
