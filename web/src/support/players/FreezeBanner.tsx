import { formatMoment } from '../../intl/moment';
import { Notice } from '../../ui/feedback/Notice';
import type { PlayerFreeze, PlayerLoginFreeze } from '../api/types';
import { useSupportText } from '../intl/text';

/** What is frozen, since when, by whom and why. */
export function FreezeBanner({ freeze }: { freeze: PlayerFreeze }) {
  const t = useSupportText();
  const { reach, since, askedBy, approvedBy, reason } = freeze;
  return (
    <Notice tone="caution">
      <p className="font-semibold">
        {t(reach === 'ALL' ? 'support.player.frozenAll' : 'support.player.frozenMoneyOut', {
          since: formatMoment(since),
        })}
      </p>
      {askedBy && approvedBy ? (
        <>
          <p>{t('support.player.frozenBy', { asked: askedBy, approved: approvedBy })}</p>
          <p>{`“${reason}”`}</p>
        </>
      ) : (
        <p>{t('support.player.frozenByUnknown')}</p>
      )}
    </Notice>
  );
}

/** That void events stop the money. */
export function VoidBanner({ rows }: { rows: number }) {
  const t = useSupportText();
  return (
    <Notice tone="negative">
      <p className="font-semibold">{t('support.player.voidRows', { n: rows })}</p>
      <p>{t('support.player.voidRowsHint')}</p>
    </Notice>
  );
}

/** That the player is kept out. */
export function LoginFreezeBanner({
  freeze: { since, by, reason },
}: {
  freeze: PlayerLoginFreeze;
}) {
  const t = useSupportText();
  return (
    <Notice tone="caution">
      <p className="font-semibold">{t('support.player.keptOut', { since: formatMoment(since) })}</p>
      {by && <p>{t('support.player.keptOutBy', { name: by })}</p>}
      {reason && <p>{`“${reason}”`}</p>}
    </Notice>
  );
}
