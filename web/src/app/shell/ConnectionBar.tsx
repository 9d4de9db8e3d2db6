import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { POLL_MS, useIsLive } from '../../api/transport/live';
import { probe } from '../../api/transport/probe';
import { useIsServerReached } from '../../api/transport/reach';
import { formatMoment } from '../../intl/moment';
import { useText } from '../../intl/text';
import { Icon } from '../../ui/display/Icon';
import { Spinner } from '../../ui/display/Spinner';
import { useAppSelector } from '../hooks';
import { usePlaceAbove } from './usePlaceAbove';

/** How long the notice shows that the connection is back. */
const BACK_MS = 3000;

/** The time of the amounts on the screen; null where there are none. */
function useAmountsTime(): number | null {
  return useAppSelector((state) => {
    const queries = Object.values(state.api.queries);
    const wallet = queries.find((query) => query?.endpointName === 'getWallet');
    return wallet?.fulfilledTimeStamp ?? null;
  });
}

/** True for a moment when the connection is back. */
function useIsBack(isReached: boolean): boolean {
  const [isBack, setIsBack] = useState(false);
  const before = useRef(isReached);
  useEffect(() => {
    const hasReturned = isReached && !before.current;
    before.current = isReached;
    setIsBack(hasReturned);
    if (!hasReturned) return;
    const timer = setTimeout(() => setIsBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [isReached]);
  return isBack;
}

/** Says that there is no connection, or no live one, and how old the visible amounts are. */
export function ConnectionBar() {
  const t = useText();
  const isReached = useIsServerReached();
  const isBack = useIsBack(isReached);
  const isLive = useIsLive();
  const amountsTime = useAmountsTime();
  const isMember = useAppSelector((state) => state.session.phase !== 'none');
  const [isAsking, setIsAsking] = useState(false);
  const place = usePlaceAbove();
  const asOf =
    isMember && amountsTime !== null && formatMoment(new Date(amountsTime).toISOString());
  const retry = async () => {
    setIsAsking(true);
    await probe();
    setIsAsking(false);
  };
  return createPortal(
    <div role="status" className="no-print sticky top-0 z-30 lg:ps-26 xl:ps-58">
      {!isReached && (
        <div className="flex min-h-12 items-center justify-between gap-x-4 bg-caution-soft px-4 py-1 text-sm text-caution sm:justify-center">
          <p className="flex items-center gap-2 py-1">
            <Icon name="warning" size={18} className="shrink-0" />
            <span>
              <strong>{t('connection.none')}</strong>
              {asOf && <span className="tabular"> · {t('connection.asOf', { time: asOf })}</span>}
            </span>
          </p>
          <button
            type="button"
            aria-disabled={isAsking || undefined}
            onClick={isAsking ? undefined : retry}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 px-2 font-semibold underline underline-offset-4"
          >
            {isAsking && <Spinner size={18} />}
            {t('shell.retry')}
          </button>
        </div>
      )}
      {isReached && !isLive && (
        <p className="bg-sunken px-4 py-2 text-center text-xs text-muted">
          {t('connection.polled', { n: POLL_MS / 1000 })}
        </p>
      )}
      {isBack && (
        <p className="bg-positive-soft px-4 py-3 text-center text-sm font-semibold text-positive">
          {t('connection.back')}
        </p>
      )}
    </div>,
    place,
  );
}
