import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { Crash } from '../features/errors/Crash';
import { IntlRoot } from '../intl/IntlRoot';
import { ToastHost } from '../ui/ToastHost';
import { useAppSelector } from './hooks';
import { Routes } from './routes';
import type { AppStore } from './store';
import { useDefaultLocale } from './useDefaultLocale';

// The list of all dialogs stays out of the login page.
const DialogHost = lazy(() => import('./DialogHost'));

/** Members have it at hand before they open the first one. */
function Dialogs() {
  const isMember = useAppSelector((state) => state.session.phase !== 'none');
  const isOpen = useAppSelector((state) => state.dialog.stack.length > 0);
  if (!isMember && !isOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogHost />
    </Suspense>
  );
}

function Screens() {
  useDefaultLocale();
  return (
    <Crash>
      <Routes />
      <Dialogs />
      <ToastHost />
    </Crash>
  );
}

export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <IntlRoot>
        <Screens />
      </IntlRoot>
    </Provider>
  );
}
