import { useState } from 'react';
import { useAskGames } from '../../api/askGames';
import { WALLET } from '../../api/command/transferCommand';
import type { Slot } from '../../api/types';
import { notePlayed, useGameMemory } from '../../client/gameMemory';
import { compareAmounts } from '../../intl/money';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { Notice } from '../../ui/feedback/Notice';
import { QuickAmounts } from '../../ui/field/QuickAmounts';
import { GameFrame } from './GameFrame';
import { AMOUNT_MIN } from './playAmount';
import type { GameMoneyMoves } from './useGameMoney';
import { useGamePlay } from './useGamePlay';
import type { Offer } from './useOffer';
import { useSlotName } from './useSlotName';

interface PlayPanelProps {
  slot: Slot;
  currency: string;
  money: GameMoneyMoves;
  /** What a press moves in, and other amounts to choose; null for nothing. */
  offer: Offer | null;
  /** Nothing may be played: a break, a freeze, maintenance. */
  isClosed: boolean;
  /** There is nothing to play with: a deposit comes first, and the game opens all the same. */
  isPenniless: boolean;
}

/** The main button: one press opens the account, moves the money in and opens the game. */
export function PlayPanel(props: PlayPanelProps) {
  const { slot, currency, money, offer, isClosed } = props;
  const t = useText();
  const { member } = useGameMemory();
  const game = useGamePlay(t('game.opening'));
  const nameOf = useSlotName(slot);
  const askGames = useAskGames();
  // The amount on the button stays while it is moved, although the balances change meanwhile.
  const [pressed, setPressed] = useState<string | null>(null);
  const wanted = offer?.amount ?? null;
  const isPenniless = props.isPenniless && !game.isOpening;
  const amount = game.isOpening ? pressed : wanted;

  const prepare = async () => {
    const account = await nameOf();
    if ('problem' in account || !wanted) return account;
    const answer = await money.move({ from: WALLET, to: slot.code, amount: wanted });
    return answer?.status === 'SUCCESS' ? account : null;
  };
  const press = async () => {
    setPressed(wanted);
    const place = slot.embedded ? 'frame' : 'tab';
    if (await game.play(slot.code, prepare, place)) notePlayed(member, slot.code);
  };
  const close = () => {
    game.dismiss();
    askGames([slot.code]);
  };

  if (game.blockedLink) return <BlockedGame link={game.blockedLink} onPlay={game.dismiss} />;
  return (
    <>
      {offer && compareAmounts(offer.most, AMOUNT_MIN) >= 0 && (
        <div>
          <p id="take-along" className="mb-1.5 text-sm font-medium">
            {t('game.takeAlong')}
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
          <div role="group" aria-labelledby="take-along">
            <QuickAmounts
              amounts={offer.presets}
              currency={currency}
              value={amount ?? ''}
              most={offer.most}
              isAll={offer.isAll}
              disabled={game.isOpening || money.isBusy}
              onAll={offer.pickAll ?? undefined}
              onPick={offer.pick}
            />
          </div>
        </div>
      )}
      {isPenniless && <DepositButton />}
      <Button
        wide
        icon="play"
        tone={isPenniless ? 'quiet' : 'primary'}
        busy={game.isOpening}
        disabled={isClosed || (money.isBusy && !game.isOpening)}
        onClick={press}
        className={isPenniless ? 'text-sm' : 'min-h-14 text-lg [&_path]:fill-current'}
      >
        {amount ? t('game.playWith', { amount: moneyText(amount, currency) }) : t('game.play')}
        {!slot.embedded && <span className="sr-only"> ({t('game.playNewTab')})</span>}
      </Button>
      {game.framedLink && (
        <GameFrame
          name={slot.name}
          link={game.framedLink}
          // The link is good for one visit, so a window needs another one; the money is there.
          onWindow={() => game.play(slot.code, nameOf)}
          onClose={close}
        />
      )}
      {game.problem !== null && <ErrorDialog error={game.problem} onClose={game.dismiss} />}
    </>
  );
}

function DepositButton() {
  const t = useText();
  const dialog = useDialog();
  return (
    <Button
      wide
      icon="deposit"
      onClick={() => dialog.open('deposit', {})}
      className="min-h-14 bg-gold! text-lg text-on-gold! hover:bg-gold-light!"
    >
      {t('game.depositToPlay')}
    </Button>
  );
}

/** The browser refused the tab: a link that the player presses is never refused. */
function BlockedGame({ link, onPlay }: { link: string; onPlay: () => void }) {
  const t = useText();
  return (
    <div className="space-y-3">
      <Notice tone="caution">{t('game.popupBlocked')}</Notice>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onPlay}
        className={`${linkButton('primary')} w-full`}
      >
        <Icon name="external" size={20} />
        {t('game.play')}
      </a>
    </div>
  );
}
