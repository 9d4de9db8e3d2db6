/** The console's pages; each loads on demand, and only for those who may use it. */
import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { EmptyState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { useSupportText } from '../intl/text';
import { PageSkeleton } from '../ui/PageSkeleton';
import { placesOf } from './shell/places';

const PlayerPage = lazy(() => import('../players/PlayerPage'));
const PlayerListsPage = lazy(() => import('../players/PlayerListsPage'));
const OwnPage = lazy(() => import('../staff/OwnPage'));

const loaded = new Map<string, ComponentType>();

function pageOf(path: string, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const page = loaded.get(path) ?? lazy(load);
  loaded.set(path, page);
  return page;
}

function Nowhere() {
  const t = useSupportText();
  return <EmptyState icon="info" title={t('support.nowhere')} />;
}

export function Routes() {
  const places = placesOf(useRole());
  const first = places[0]?.path ?? '/players';
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        <Route path="/">
          <Redirect to={first} replace />
        </Route>
        <Route path="/players/lists/:list?" component={PlayerListsPage} />
        <Route path="/players/:id" component={PlayerPage} />
        <Route path="/account" component={OwnPage} />
        {places.map(({ path, load }) => (
          <Route key={path} path={`${path}/*?`} component={pageOf(path, load)} />
        ))}
        <Route component={Nowhere} />
      </Switch>
    </Suspense>
  );
}
