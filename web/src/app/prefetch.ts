/** Prefetches the likely next parts once the current one is ready and the network is idle. */
import { useEffect } from 'react';
import { isLineDear } from '../client/dataSaver';
import type { DialogName } from '../ui/dialog/dialog';
import { useAppSelector } from './hooks';
import { loadDialogHost, loadUserShell, MEMBER_FILES, PUBLIC_FILES } from './routes';

const AFTER_FIRST_SCREEN_MS = 2_000;
const IDLE_WAIT_MS_MAX = 2_000;

type Load = () => Promise<unknown> | undefined;

const dialog = (name: DialogName) => async () => (await loadDialogHost()).fetchDialog(name);
const files: Record<string, Load> = { ...PUBLIC_FILES, ...MEMBER_FILES };
const page = (path: string): Load => files[path] ?? (() => undefined);

/** The parts that a visitor needs to log in. */
const FOR_VISITORS: Load[] = [loadUserShell, page('/user/home'), loadDialogHost, page('/register')];

/** The parts that members use, the most used first. */
const FOR_MEMBERS: Load[] = [
  page('/user/home'),
  () => import('../features/home/games/Games'),
  ...(['deposit', 'transfer', 'withdraw', 'game'] as const).map(dialog),
  page('/user/statement'),
  page('/user/profile'),
  page('/user/bonus'),
  ...(['wheel', 'refund', 'invite', 'slips', 'conditions'] as const).map(dialog),
  page('/user/limits'),
  page('/user/contact'),
  () => import('../features/session/LogInAgain'),
];

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 100);
    else requestIdleCallback(() => resolve(), { timeout: IDLE_WAIT_MS_MAX });
  });
}

/** Fetches one after the other; stops at the first failure, and when `signal` aborts. */
async function fetchAll(parts: readonly Load[], signal: AbortSignal): Promise<void> {
  for (const load of parts) {
    await idle();
    if (signal.aborted || !navigator.onLine) return;
    await load();
  }
}

const ignore = () => undefined;

/** Prefetches a page when a finger or a pointer is on its link. */
function onIntent(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const path = link?.getAttribute('href');
  if (path) Promise.resolve(files[path]?.()).catch(ignore);
}

const INTENTS = ['pointerover', 'touchstart', 'focusin'];

export function usePrefetch(): void {
  const isMember = useAppSelector((state) => state.session.phase !== 'none');
  useEffect(() => {
    if (isLineDear()) return;
    const stop = new AbortController();
    const parts = isMember ? FOR_MEMBERS : FOR_VISITORS;
    const timer = setTimeout(() => {
      fetchAll(parts, stop.signal).catch(ignore);
    }, AFTER_FIRST_SCREEN_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isMember]);
  useEffect(() => {
    for (const name of INTENTS) document.addEventListener(name, onIntent, { passive: true });
    return () => {
      for (const name of INTENTS) document.removeEventListener(name, onIntent);
    };
  }, []);
}
