import { useText } from '../../intl/text';
import { Figure, FigureList } from '../../ui/FigureList';
import { Money } from '../../ui/Money';
import type { TransferBody } from './transferForm';

interface TransferReviewProps {
  body: TransferBody;
  currency: string;
  nameOf: (code: string) => string;
}

/** What is about to happen, or has happened, in three lines. */
export function TransferReview({ body, currency, nameOf }: TransferReviewProps) {
  const t = useText();
  return (
    <>
      <p className="py-4 text-center text-3xl font-bold">
        <Money amount={body.amount} currency={currency} alwaysShown />
      </p>
      <FigureList>
        <Figure label={t('transfer.from')}>{nameOf(body.from)}</Figure>
        <Figure label={t('transfer.to')}>{nameOf(body.to)}</Figure>
      </FigureList>
    </>
  );
}
