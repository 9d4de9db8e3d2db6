import { WALLET } from '../../api/command/transferCommand';
import type { Slot } from '../../api/types';
import { ALL, isZero } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useProblemWords } from '../../intl/transferProblem';
import { useDialog } from '../../ui/dialog/dialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';
import { useToast } from '../../ui/feedback/toasts';
import { balanceIn, holdsMoney } from './playAmount';
import type { GameMoneyMoves } from './useGameMoney';

const SMALL = { tone: 'quiet', className: 'px-2! text-sm' } as const;

interface MoneyPanelProps {
  slot: Slot;
  wallet: { amount: string; currency: string };
  money: GameMoneyMoves;
  /** The main button moves money in: the other way in is about its amount. */
  hasOffer: boolean;
  /** No money may go in: a break or a freeze. */
  isExcluded: boolean;
  /** The main button leads to a deposit already. */
  isPenniless: boolean;
}

/** Below the main button: another amount, and all of it back. */
export function MoneyPanel(props: MoneyPanelProps) {
  const { slot, wallet, money, hasOffer, isExcluded, isPenniless } = props;
  const t = useText();
  const dialog = useDialog();
  const open = (direction: 'in' | 'out') =>
    dialog.open('transfer', { slotCode: slot.code, direction });
  const hasMoney = holdsMoney(slot);
  return (
    <div className="space-y-1">
      {hasMoney && <BringBack slot={slot} currency={wallet.currency} money={money} />}
      <div className={isPenniless ? 'grid' : 'grid grid-cols-2 gap-2'}>
        {isPenniless ? null : isZero(wallet.amount) && !isExcluded ? (
          <Button {...SMALL} icon="deposit" onClick={() => dialog.open('deposit', {})}>
            {t('deposit.deposit')}
          </Button>
        ) : (
          <Button
            {...SMALL}
            icon="arrowIn"
            disabled={slot.maintenance || isExcluded || money.isBusy}
            onClick={() => open('in')}
          >
            {t(hasOffer ? 'game.changeAmount' : 'home.game.transferIn')}
          </Button>
        )}
        <Button
          {...SMALL}
          icon="arrowOut"
          disabled={slot.maintenance || money.isBusy}
          onClick={() => open('out')}
        >
          {t('game.transferOut')}
        </Button>
      </div>
    </div>
  );
}

interface BringBackProps {
  slot: Slot;
  currency: string;
  money: GameMoneyMoves;
}

function BringBack({ slot, currency, money }: BringBackProps) {
  const t = useText();
  const toast = useToast();
  const shown = useMoneyText(currency);
  const isMine = money.body?.from === slot.code;
  const bring = async () => {
    // The provider is asked what it holds: what was won or lost since is right by itself.
    const answer = await money.move({ from: slot.code, to: WALLET, amount: ALL });
    if (answer?.status !== 'SUCCESS') return;
    toast.success(
      answer.amount
        ? t('game.broughtBack', { amount: shown(answer.amount) })
        : t('transfer.success'),
    );
  };
  return (
    <Button
      tone="secondary"
      icon="arrowOut"
      wide
      busy={money.isBusy && isMine}
      disabled={slot.maintenance || (money.isBusy && !isMine) || money.isUnsettled}
      onClick={bring}
    >
      {t('game.bringBack', { amount: shown(balanceIn(slot)) })}
    </Button>
  );
}

interface MoneyStateProps {
  money: GameMoneyMoves;
  currency: string;
}

/** What became of the last transfer, where that is not a success. */
export function MoneyState({ money, currency }: MoneyStateProps) {
  const t = useText();
  const shown = useMoneyText(currency);
  const { unanswered, status, problem } = money;
  const words = useProblemWords(currency, money.body ?? {});
  return (
    <>
      <div role="status" className="empty:hidden">
        {unanswered && (
          <Notice tone="caution">
            <p>
              {unanswered.amount === ALL
                ? t('home.open.transferOfAll')
                : t('home.open.transfer', { amount: shown(unanswered.amount) })}
            </p>
            <Button tone="quiet" className="-ms-5" onClick={money.ask}>
              {t('home.open.look')}
            </Button>
          </Notice>
        )}
        {!unanswered && status === 'PENDING' && <Notice>{t('transfer.pending')}</Notice>}
        {!unanswered && status === 'FAILED' && (
          <Notice tone="negative">{t('transfer.failed')}</Notice>
        )}
      </div>
      {problem !== null && (
        <ErrorDialog
          title={t('transfer.failed')}
          error={words(problem)}
          onClose={money.dismissProblem}
        />
      )}
    </>
  );
}
