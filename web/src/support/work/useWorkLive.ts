/** Keeps the work lists up to date by the staff's socket, and announces what a colleague hands over. */
import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useToast } from '../../ui/feedback/toasts';
import { useLive } from '../api/useLive';
import { useSupportText } from '../intl/text';
import { type Claimed, claimedIn, forgetReleased, isOpened, readsIn } from './useClaimed';

const WORK: Parameters<typeof useLive>[0] = {
  tags: ['Work', 'Approval', 'Difference'],
  isRelevant: ({ event }) => event === 'work',
  checkMs: 60_000,
};

/** What came from a colleague to the caller, who has not opened it. */
export function handedOver(before: readonly Claimed[], now: readonly Claimed[]): Claimed[] {
  const theirs = new Set(before.filter(({ claim }) => !claim.isMine).map(({ id }) => id));
  return now.filter(({ id, claim }) => claim.isMine && theirs.has(id) && !isOpened(id));
}

const isShown = (id: string) => window.location.pathname.endsWith(`/${id}`);

/** Says when a colleague has handed something to the caller. */
function useHandedNotice(): void {
  const t = useSupportText();
  const toast = useToast();
  const store = useStore();
  const before = useRef<Claimed[]>([]);
  useEffect(() => {
    let seen: unknown;
    const check = () => {
      const reads = readsIn(store.getState());
      if (reads === seen) return;
      seen = reads;
      const now = claimedIn(reads);
      forgetReleased(now, isShown);
      const handed = handedOver(before.current, now);
      before.current = now;
      for (const { list, name } of handed) {
        const what = [t(`support.work.list.${list}`), name].filter(Boolean).join(' · ');
        toast.info(t('support.work.claim.handed', { what }));
      }
    };
    check();
    return store.subscribe(check);
  }, [store, t, toast]);
}

export function useWorkLive(): void {
  useLive(WORK);
  useHandedNotice();
}
