import { useState } from 'react';
import { useAskGames, useBalanceState } from '../../api/askGames';
import { WALLET } from '../../api/command/transferCommand';
import type { Slot } from '../../api/types';
import { notePlayed, useGameMemory } from '../../client/gameMemory';
import { AMOUNT_MIN, compareAmounts } from '../../intl/money';
import { moneyText, useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Asked } from '../../ui/display/Asked';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { Notice } from '../../ui/feedback/Notice';
import { QuickAmounts } from '../../ui/field/QuickAmounts';
import { GameFrame } from './GameFrame';
import { balanceIn, holdsMoney } from './playAmount';
import type { GameMoneyMoves } from './useGameMoney';
import { useGamePlay } from './useGamePlay';
import type { Offer } from './useOffer';
import { useSlotName } from './useSlotName';

interface PlayPanelProps {
  slot: Slot;
  currency: string;
  money: GameMoneyMoves;
  /** What a press moves in, and other amounts to choose; null where it moves nothing. */
  offer: Offer | null;
  /** Nothing may be played: a break, a freeze, maintenance. */
  isClosed: boolean;
  /** There is nothing to play with: a deposit comes first, and the game opens all the same. */
  isPenniless: boolean;
}

/**
 * The main button opens the game. Where that holds money, it moves nothing; otherwise it opens the
 * account and moves the amount on it.
 */
export function PlayPanel(props: PlayPanelProps) {
  const { slot, currency, money, offer, isClosed } = props;
  const t = useText();
  const { member } = useGameMemory();
  const game = useGamePlay({ name: slot.name, text: t('game.opening') });
  const nameOf = useSlotName(slot);
  const askGames = useAskGames();
  const shown = useMoneyText(currency);
  const isAsked = useBalanceState(slot.code) === 'asked';
  const wanted = offer?.amount ?? null;
  const isHeld = holdsMoney(slot);
  const words = isHeld
    ? t('game.continueWith', { amount: shown(balanceIn(slot)) })
    : wanted
      ? t('game.playWith', { amount: moneyText(wanted, currency) })
      : t('game.play');
  // The button keeps its words while the money moves and the balances change.
  const [pressed, setPressed] = useState(words);
  const isPenniless = props.isPenniless && !game.isOpening;

  /** A game that turns out to hold money is played with that; without an answer, as it was read. */
  const isEmpty = async () => {
    if (!slot.isActive) return true;
    const { data } = await askGames([slot.code]);
    const now = data?.slots.find(({ code, ok }) => ok && code === slot.code);
    return !now || !holdsMoney({ ...slot, amount: now.amount });
  };
  const prepare = async () => {
    const account = await nameOf();
    if ('problem' in account || !wanted || !(await isEmpty())) return account;
    const answer = await money.move({ from: WALLET, to: slot.code, amount: wanted });
    // The next amount is chosen again: what was chosen once never moves twice.
    if (answer) offer?.clear();
    return answer?.status === 'SUCCESS' ? account : null;
  };
  const press = async () => {
    setPressed(words);
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
              value={wanted ?? ''}
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
        // Another button, so that a press that began on "Continue" never ends on an amount to move.
        key={String(isHeld)}
        wide
        icon="play"
        tone={isPenniless ? 'quiet' : 'primary'}
        busy={game.isOpening}
        disabled={isClosed || (money.isBusy && !game.isOpening)}
        onClick={press}
        className={isPenniless ? 'text-sm' : 'min-h-14 text-lg [&_path]:fill-current'}
      >
        {game.isOpening ? pressed : <Asked isAsked={isHeld && isAsked}>{words}</Asked>}
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
