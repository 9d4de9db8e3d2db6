import { useGetSlotAccountQuery } from '../../api/gameApi';
import type { Slot } from '../../api/types';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { ClosingOffers } from '../../ui/dialog/ClosingOffers';
import { useDialog } from '../../ui/dialog/dialog';
import { ErrorDialog } from '../../ui/dialog/ErrorDialog';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { Credentials } from './Credentials';
import { useGamePlay, webAddress } from './useGamePlay';

interface ActiveGameProps {
  slot: Slot;
  walletAmount: string;
  /** The player takes a break: money can only leave the game. */
  isExcluded: boolean;
}

/** An open account: play, move money, credentials. */
export function ActiveGame(props: ActiveGameProps) {
  // During a break the server does not give the credentials, so there is nothing to request.
  if (props.isExcluded) return <PlayButtons {...props} username={undefined} />;
  return <PlayableGame {...props} />;
}

function PlayableGame(props: ActiveGameProps) {
  const { slot } = props;
  const t = useText();
  const account = useGetSlotAccountQuery({ slotCode: slot.code });
  return (
    <>
      <PlayButtons {...props} username={account.data?.username} />
      {/* Below the buttons: it comes later than they do, and must not move them under a finger. */}
      <ClosingOffers act="play" isNear={!slot.maintenance} />
      {account.data ? (
        <Credentials slot={slot} account={account.data} />
      ) : account.error ? (
        <ProblemState error={account.error} busy={account.isFetching} onRetry={account.refetch} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton className="h-44" />
        </div>
      )}
      <AppLinks slot={slot} />
    </>
  );
}

interface PlayButtonsProps extends ActiveGameProps {
  username: string | undefined;
}

function PlayButtons({ slot, walletAmount, isExcluded, username }: PlayButtonsProps) {
  const t = useText();
  const dialog = useDialog();
  const game = useGamePlay(t('game.opening'));
  return (
    <div className="space-y-3">
      {game.blockedLink ? (
        <>
          <Notice tone="caution">{t('game.popupBlocked')}</Notice>
          <a
            href={game.blockedLink}
            target="_blank"
            rel="noopener noreferrer"
            onClick={game.dismiss}
            className={`${linkButton('primary')} w-full`}
          >
            <Icon name="external" size={20} />
            {t('game.play')}
          </a>
        </>
      ) : (
        <Button
          wide
          icon="play"
          busy={game.isOpening}
          disabled={!username || slot.maintenance || isExcluded}
          onClick={() => username && game.play(slot.code, username)}
        >
          {t('game.play')}
          <span className="sr-only"> ({t('game.playNewTab')})</span>
        </Button>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button
          tone="secondary"
          icon="arrowIn"
          disabled={isZero(walletAmount) || slot.maintenance || isExcluded}
          onClick={() => dialog.open('transfer', { slotCode: slot.code, direction: 'in' })}
        >
          {t('home.game.transferIn')}
        </Button>
        <Button
          tone="secondary"
          icon="arrowOut"
          disabled={slot.maintenance}
          onClick={() => dialog.open('transfer', { slotCode: slot.code, direction: 'out' })}
        >
          {t('game.transferOut')}
        </Button>
      </div>
      {game.problem !== null && <ErrorDialog error={game.problem} onClose={game.dismiss} />}
    </div>
  );
}

function AppLinks({ slot }: { slot: Slot }) {
  const t = useText();
  const links = [
    { text: t('game.web'), icon: 'globe', address: slot.web && webAddress(slot.web) },
    { text: t('game.android'), icon: 'phone', address: slot.android && webAddress(slot.android) },
    { text: t('game.ios'), icon: 'phone', address: slot.ios && webAddress(slot.ios) },
  ] as const;
  const offered = links.filter((link) => link.address);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {offered.map((link) => (
        <a
          key={link.text}
          href={link.address ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className={`${linkButton('secondary')} min-w-fit flex-1`}
        >
          <Icon name={link.icon} size={20} />
          {link.text}
        </a>
      ))}
    </div>
  );
}
