import { useGetWalletQuery } from '../../api/walletApi';
import { useText } from '../../intl/text';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { OutcomePanel } from '../../ui/feedback/OutcomePanel';
import { OpenedBonuses } from './OpenedBonuses';

interface CreditedPanelProps {
  title: string;
  amount: string | null;
  /** The balance that came with the credit, otherwise the wallet's newest balance. */
  balance?: string | null | undefined;
}

/** The credited amount and the new balance. */
export function CreditedPanel({ title, amount, balance }: CreditedPanelProps) {
  const t = useText();
  const wallet = useGetWalletQuery().data?.wallet;
  return (
    <OutcomePanel tone="success" title={title} detail={t('slip.creditedDetail')}>
      <FigureList>
        {amount && (
          <Figure label={t('common.amount')}>
            <Money amount={amount} currency={wallet?.currency} direction="in" />
          </Figure>
        )}
        {wallet && (
          <Figure label={t('money.newBalance')}>
            <Money amount={balance ?? wallet.amount} currency={wallet.currency} />
          </Figure>
        )}
      </FigureList>
      {wallet && <OpenedBonuses currency={wallet.currency} />}
    </OutcomePanel>
  );
}
