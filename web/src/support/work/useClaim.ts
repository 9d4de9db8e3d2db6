/** The claim on an item: made when it is opened, renewed while it is open, released on leaving. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import {
  useClaimWorkMutation,
  useHandWorkOverMutation,
  useReleaseWorkMutation,
} from '../api/claimApi';
import { useStaffDispatch } from '../api/hooks';
import { type SupportTag, supportApi } from '../api/supportApi';
import type { WorkClaim } from '../api/workApi';
import type { List } from './lists';
import { setOpened } from './useClaimed';

/** When to try again if the gateway has not said when to renew. */
const RETRY_S = 200;

/** What lists an item; its list and its pane say at once who has it. */
const listTag = (kind: List): SupportTag => {
  if (kind === 'approvals') return 'Approval';
  return kind === 'differences' ? 'Difference' : 'Work';
};

interface ClaimedItem {
  kind: List;
  id: string;
  /** As the list has it, which is live. */
  claim: WorkClaim | null;
}

/** Whether a colleague has it open. */
export const isOthers = (claim: WorkClaim | null | undefined): claim is WorkClaim =>
  Boolean(claim && !claim.isMine);

const keyOf = (claim: WorkClaim | null | undefined) =>
  claim ? `${claim.by.id} ${claim.since}` : '';

/** The claim that a refusal names. */
function claimIn(error: unknown): WorkClaim | undefined {
  if (!isProblem(error) || error.code !== 'WORK_CLAIMED') return undefined;
  return (error.data?.claim as WorkClaim | null | undefined) ?? undefined;
}

/** Makes calls one after the other: a release must not overtake the claim before it. */
function useInOrder() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(<T>(call: () => Promise<T>): Promise<T> => {
    const next = last.current.then(call);
    last.current = next;
    return next;
  }, []);
}

/**
 * Claims at once, or when a colleague's claim runs out, and again after as many seconds as each
 * `claim` says.
 */
function useRenewal(mayClaim: boolean, othersUntil: string | null, claim: () => Promise<number>) {
  const latest = useRef(claim);
  latest.current = claim;
  useEffect(() => {
    if (!mayClaim) return;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = async () => {
      const seconds = await latest.current();
      if (!isLeft) timer = setTimeout(renew, seconds * 1000);
    };
    timer = setTimeout(renew, othersUntil ? Date.parse(othersUntil) - Date.now() : 0);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [mayClaim, othersUntil]);
}

/**
 * Keeps an item claimed while it is open, and knows who has it. A colleague's claim is left alone until
 * it has run out; only `takeOver` replaces it before.
 */
export function useClaim({ kind, id, claim }: ClaimedItem, mayClaim: boolean) {
  const [send] = useClaimWorkMutation();
  const [release] = useReleaseWorkMutation();
  const [hand] = useHandWorkOverMutation();
  const dispatch = useStaffDispatch();
  const inOrder = useInOrder();
  // What an answer has said is newer than the list until the list says something else.
  const [known, setKnown] = useState<{ over: string; claim: WorkClaim } | null>(null);
  const isHeld = useRef(false);
  const current = (known?.over === keyOf(claim) ? known.claim : claim) ?? null;

  const learn = (found: WorkClaim | undefined) => {
    if (!found) return;
    isHeld.current = found.isMine;
    setOpened(id, found.isMine);
    setKnown({ over: keyOf(claim), claim: found });
  };
  const claimNow = async (from?: string) => {
    const answer = await inOrder(() => send({ id, kind, ...(from && { from }) }));
    learn(answer.data?.claim ?? claimIn(answer.error));
    return answer;
  };
  const handOver = async (to: string) => {
    const answer = await inOrder(() => hand({ id, kind, to }));
    learn(answer.data ?? claimIn(answer.error));
    if (answer.data) dispatch(supportApi.util.invalidateTags([listTag(kind)]));
    return answer;
  };
  const leave = () =>
    inOrder(async () => {
      if (isHeld.current) await release({ id, kind });
      isHeld.current = false;
    });
  const latestLeave = useRef(leave);
  latestLeave.current = leave;

  const othersUntil = isOthers(current) ? current.until : null;
  useRenewal(mayClaim, othersUntil, async () => {
    const { data } = await claimNow();
    return data?.renewAfterSeconds ?? RETRY_S;
  });
  useEffect(() => {
    if (!mayClaim) return;
    const onLeave = () => void latestLeave.current();
    // Nothing is unmounted when the tab is closed.
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [mayClaim]);

  return { claim: current, takeOver: () => claimNow(current?.by.id), handOver };
}
