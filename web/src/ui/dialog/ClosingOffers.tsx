import { useGetBonusesQuery } from '../../api/rewardApi';
import type { Bonus } from '../../api/types';
import { useIsServiceGone } from '../../client/hooks';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { Disclosure } from '../display/Disclosure';
import { Notice } from '../feedback/Notice';
import { useDialog } from './dialog';

type Act = 'withdrawal' | 'play';

interface ClosingOffersProps {
  act: Act;
  /** Whether the act is about to happen. Nothing is said before, but the list is read already. */
  isNear: boolean;
}

/** Bonuses that can be taken now, and not any more after the act. */
function isClosedBy(act: Act, { quote }: Bonus): boolean {
  const isOpen = quote.status === 'READY' || quote.status === 'UNKNOWN';
  return isOpen && (act === 'play' ? quote.closesOnPlay : quote.closesOnWithdrawal);
}

/** Says which bonuses a withdrawal, or the first bet with money in a game, closes. */
export function ClosingOffers({ act, isNear }: ClosingOffersProps) {
  const t = useText();
  const local = useLocalText();
  const dialog = useDialog();
  const closing = useGetBonusesQuery().data?.bonuses.filter((it) => isClosedBy(act, it)) ?? [];
  // Where the service has closed no bonus can be taken, so none is lost.
  const isGone = useIsServiceGone();
  if (!isNear || isGone || closing.length === 0) return null;
  return (
    <div className="mb-4">
      <Notice tone="caution">
        <p className="font-semibold">{t(`bonus.closing.${act}`)}</p>
        <Disclosure
          title={t('bonus.closing.see', { n: closing.length })}
          titleClass="min-h-11! [&>svg]:ms-0"
        >
          <ul>
            {closing.map(({ code, title }) => (
              <li key={code}>
                <button
                  type="button"
                  onClick={() => dialog.open('bonus', { code })}
                  className="min-h-11 text-start underline underline-offset-4"
                >
                  {local(title)}
                </button>
              </li>
            ))}
          </ul>
        </Disclosure>
      </Notice>
    </div>
  );
}
