/** The route table. Pages load on demand, except the login form, which is the front door. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { LoginPage } from '../features/session/LoginPage';
import { PublicShell } from '../features/shell/PublicShell';
import { PageSkeleton } from '../ui/PageSkeleton';
import { useAppSelector } from './hooks';
import { withMessages } from './lazyPart';
import { RequireSession } from './RequireSession';

type Page = { default: ComponentType };

const page = (load: () => Promise<Page>) => lazy(withMessages(load));

const LogInAgain = lazy(withMessages(() => import('../features/session/LogInAgain')));
const UserShell = lazy(withMessages(() => import('../features/shell/UserShell')));
const RegisterPage = page(() => import('../features/register/RegisterPage'));
const HowtoPage = page(() => import('../features/howto/HowtoPage'));
const ContactPage = page(() => import('../features/contact/ContactPage'));
const ProfilePage = page(() => import('../features/profile/ProfilePage'));
const TerminatedPage = page(() => import('../features/errors/TerminatedPage'));
const NotFoundPage = page(() => import('../features/errors/NotFoundPage'));
const HomePage = page(() => import('../features/home/HomePage'));
const BonusPage = page(() => import('../features/bonus/BonusPage'));
const StatementPage = page(() => import('../features/statement/StatementPage'));
const SpinsPage = page(() => import('../features/wheel/SpinsPage'));
const LimitsPage = page(() => import('../features/limits/LimitsPage'));

const PUBLIC_PAGES: [string, ComponentType][] = [
  ['/login', LoginPage],
  ['/register', RegisterPage],
  ['/howto', HowtoPage],
  ['/contact', ContactPage],
];

const MEMBER_PAGES: [string, ComponentType][] = [
  ['/user/home', HomePage],
  ['/user/profile', ProfilePage],
  ['/user/bonus', BonusPage],
  ['/user/statement', StatementPage],
  ['/user/limits', LimitsPage],
  ['/user/spins', SpinsPage],
  ['/user/contact', ContactPage],
];

const ofPages = (pages: [string, ComponentType][]) =>
  new RegExp(`^(?:${pages.map(([path]) => path).join('|')})/?$`);

function PageRoutes({ pages }: { pages: [string, ComponentType][] }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        {pages.map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
      </Switch>
    </Suspense>
  );
}

function MemberArea({ children }: { children: ReactNode }) {
  const { phase, confirmed, current, remember } = useAppSelector((state) => state.session);
  const session = phase === 'expired' && confirmed ? current : null;
  return (
    <RequireSession>
      <Suspense fallback={<PageSkeleton />}>
        <UserShell>{children}</UserShell>
      </Suspense>
      {session && (
        <Suspense fallback={null}>
          <LogInAgain username={session.username} remember={remember} />
        </Suspense>
      )}
    </RequireSession>
  );
}

export function Routes() {
  const isGone = useAppSelector((state) => state.session.gone);
  return (
    <Switch>
      <Route path="/terminated">
        <Suspense fallback={<PageSkeleton />}>
          <TerminatedPage />
        </Suspense>
      </Route>
      {isGone && (
        <Route>
          <Redirect to="/terminated" replace />
        </Route>
      )}
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
        <PublicShell>
          <PageRoutes pages={PUBLIC_PAGES} />
        </PublicShell>
      </Route>
      <Route>
        <Suspense fallback={<PageSkeleton />}>
          <NotFoundPage />
        </Suspense>
      </Route>
    </Switch>
  );
}
