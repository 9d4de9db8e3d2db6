import { useBalanceState } from '../../api/askGames';
import { type TransferBody, WALLET } from '../../api/command/transferCommand';
import { ALL } from '../../intl/money';
import { useText } from '../../intl/text';
import { Asked } from '../../ui/display/Asked';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Notice } from '../../ui/feedback/Notice';
import { goesThroughWallet, sumElsewhere, type TransferAccount } from './transferForm';

interface TransferReviewProps {
  body: TransferBody;
  accounts: readonly TransferAccount[];
  currency: string;
  nameOf: (code: string) => string;
}

/** What is about to happen, or has happened, in three lines. */
export function TransferReview({ body, accounts, currency, nameOf }: TransferReviewProps) {
  const t = useText();
  const isAsked = useBalanceState(body.from) === 'asked';
  const isAll = body.amount === ALL;
  const source = accounts.find(({ code }) => code === body.from);
  return (
    <>
      <p className="py-4 text-center text-3xl font-bold">
        <Asked isAsked={isAll && isAsked}>
          <Money
            amount={isAll ? (source?.balance ?? '0') : body.amount}
            currency={currency}
            alwaysShown
          />
        </Asked>
      </p>
      {isAll && (
        <div className="mb-3">
          <Notice>{t(body.from === WALLET ? 'transfer.allOfWallet' : 'transfer.allOfGame')}</Notice>
        </div>
      )}
      <FigureList>
        <Figure label={t('transfer.from')}>{nameOf(body.from)}</Figure>
        <Figure label={t('transfer.to')}>{nameOf(body.to)}</Figure>
      </FigureList>
      {goesThroughWallet(body) && (
        <div className="mt-3">
          <Notice>{t('transfer.viaWallet')}</Notice>
        </div>
      )}
    </>
  );
}

interface AllReviewProps extends Omit<TransferReviewProps, 'body'> {
  to: string;
}

/** Everything to one place: the sources, the known amount, and that it may differ. */
export function AllReview({ to, accounts, currency, nameOf }: AllReviewProps) {
  const t = useText();
  const from = accounts.filter(({ code }) => code !== to);
  return (
    <div className="space-y-3">
      <p className="py-4 text-center text-3xl font-bold">
        <Money amount={sumElsewhere(accounts, to)} currency={currency} />
      </p>
      <FigureList>
        {from.map(({ code, balance }) => (
          <Figure key={code} label={nameOf(code)}>
            <Money amount={balance} currency={currency} />
          </Figure>
        ))}
        <Figure label={t('transfer.to')}>{nameOf(to)}</Figure>
      </FigureList>
      <Notice>{t(to === WALLET ? 'transfer.allHint' : 'transfer.allHintVia')}</Notice>
    </div>
  );
}
