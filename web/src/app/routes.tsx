/** The route table. Pages load on demand, except the login form. */
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useIsServiceGone } from '../client/hooks';
import { LoginPage } from '../features/session/LoginPage';
import { lazyPart, loadAhead } from '../ui/feedback/lazyPart';
import { PageSkeleton } from '../ui/feedback/PageSkeleton';
import { PartBoundary } from '../ui/feedback/PartBoundary';
import { useAppSelector } from './hooks';
import { RequireSession } from './RequireSession';
import { PublicShell } from './shell/PublicShell';
import type { AppStore } from './store';

type Load = () => Promise<{ default: ComponentType }>;

export const loadUserShell = () => import('./shell/UserShell');
export const loadDialogHost = () => import('./DialogHost');
const loadHome = () => import('../features/home/HomePage');
const loadContact = () => import('../features/contact/ContactPage');
const loadHowto = () => import('../features/howto/HowtoPage');

/** Where each page's file is; `app/prefetch` fetches them ahead. */
export const PUBLIC_FILES: Record<string, Load> = {
  '/register': () => import('../features/register/RegisterPage'),
  '/forgot': () => import('../features/forgot/ForgotPage'),
  '/howto': loadHowto,
  '/contact': loadContact,
};
export const MEMBER_FILES: Record<string, Load> = {
  '/user/home': loadHome,
  '/user/profile': () => import('../features/profile/ProfilePage'),
  '/user/bonus': () => import('../features/bonus/BonusPage'),
  '/user/statement': () => import('../features/statement/StatementPage'),
  '/user/limits': () => import('../features/limits/LimitsPage'),
  '/user/devices': () => import('../features/devices/DevicesPage'),
  '/user/spins': () => import('../features/wheel/SpinsPage'),
  '/user/howto': loadHowto,
  '/user/contact': loadContact,
};

/**
 * Requests all that a member's page needs: one after the other, each part would wait for the one
 * before. What fails is requested again where it is shown. Ends when the page can be drawn.
 */
export async function fetchMemberPage(path: string, { dispatch }: AppStore): Promise<void> {
  const page = MEMBER_FILES[path] ?? loadHome;
  import('../api/walletApi')
    .then(({ prefetchWallet }) => dispatch(prefetchWallet()))
    .catch(() => undefined);
  loadDialogHost().catch(() => undefined);
  await Promise.allSettled([loadAhead(loadUserShell), loadAhead(page)]);
}

const LogInAgain = lazyPart(() => import('../features/session/LogInAgain'));
const UserShell = lazyPart(loadUserShell);
const NotFoundPage = lazyPart(() => import('../features/errors/NotFoundPage'));

type Pages = [string, ComponentType][];

const pagesOf = (files: Record<string, Load>): Pages =>
  Object.entries(files).map(([path, load]) => [path, lazyPart(load)]);

const PUBLIC_PAGES: Pages = [
  ['/login', LoginPage],
  ['/terminated', lazyPart(() => import('../features/session/TerminatedPage'))],
  ...pagesOf(PUBLIC_FILES),
];
/** What is left of them once the service has closed: its notice, and the way to a new password. */
const STAYING = /^\/(?:terminated|forgot)\/?$/;
const MEMBER_PAGES = pagesOf(MEMBER_FILES);

const ofPages = (pages: Pages) => new RegExp(`^(?:${pages.map(([path]) => path).join('|')})/?$`);

/** A part that fills the page, with its loading and failure states. */
function Whole({ children }: { children: ReactNode }) {
  // Another address is another part: what failed there says nothing about this one.
  const [path] = useLocation();
  return (
    <PartBoundary key={path}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </PartBoundary>
  );
}

function PageRoutes({ pages }: { pages: Pages }) {
  return (
    <Whole>
      <Switch>
        {pages.map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
      </Switch>
    </Whole>
  );
}

function PublicArea() {
  const [path] = useLocation();
  const isGone = useIsServiceGone();
  return (
    <PublicShell>
      {isGone && !STAYING.test(path) ? (
        <Redirect to="/terminated" replace />
      ) : (
        <PageRoutes pages={PUBLIC_PAGES} />
      )}
    </PublicShell>
  );
}

function MemberArea({ children }: { children: ReactNode }) {
  const { phase, confirmed, current, remember } = useAppSelector((state) => state.session);
  const session = phase === 'expired' && confirmed ? current : null;
  return (
    <RequireSession>
      <PartBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <UserShell>{children}</UserShell>
        </Suspense>
      </PartBoundary>
      {session && (
        <PartBoundary>
          <Suspense fallback={null}>
            <LogInAgain username={session.username} remember={remember} />
          </Suspense>
        </PartBoundary>
      )}
    </RequireSession>
  );
}

export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/user" replace />
      </Route>
      <Route path="/user">
        <RequireSession>
          <Redirect to="/user/home" replace />
        </RequireSession>
      </Route>
      <Route path={ofPages(MEMBER_PAGES)}>
        <MemberArea>
          <PageRoutes pages={MEMBER_PAGES} />
        </MemberArea>
      </Route>
      <Route path={ofPages(PUBLIC_PAGES)}>
        <PublicArea />
      </Route>
      <Route>
        <Whole>
          <NotFoundPage />
        </Whole>
      </Route>
    </Switch>
  );
}
