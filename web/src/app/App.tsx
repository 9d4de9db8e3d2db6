import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { Crash } from '../features/errors/Crash';
import { IntlRoot } from '../intl/IntlRoot';
import { Chat } from './chat';
import { useAppSelector } from './hooks';
import { Routes } from './routes';
import type { AppStore } from './store';
import { useDefaultLocale } from './useDefaultLocale';

// The list of all dialogs stays out of the login page.
const DialogHost = lazy(() => import('./DialogHost'));
// So does the place of toasts: it is there before the first one can be.
const ToastHost = lazy(() =>
  import('../ui/ToastHost').then((file) => ({ default: file.ToastHost })),
);

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
      <Suspense fallback={null}>
        <ToastHost />
      </Suspense>
      <Suspense fallback={null}>
        <Chat />
      </Suspense>
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
