import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { IntlRoot } from '../intl/IntlRoot';
import { afterPaint } from '../ui/display/afterPaint';
import { Crash } from '../ui/feedback/Crash';
import { lazyPart } from '../ui/feedback/lazyPart';
import { PartBoundary } from '../ui/feedback/PartBoundary';
import { useAppSelector } from './hooks';
import { loadDialogHost, Routes } from './routes';
import type { AppStore } from './store';
import { useDefaultLocale } from './useDefaultLocale';

// The login page loads neither the list of all dialogs nor the parts that nobody sees at first.
const DialogHost = lazyPart(loadDialogHost);
const AfterFirstPaint = lazyPart(() => import('./AfterFirstPaint'));

/** Parts outside the pages. A page works without them. */
function Optional({ children }: { children: ReactNode }) {
  return (
    <PartBoundary frame={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  );
}

/** Loaded for members before they open the first dialog. */
function Dialogs() {
  const isMember = useAppSelector((state) => state.session.phase !== 'none');
  const isOpen = useAppSelector((state) => state.dialog.stack.length > 0);
  if (!isMember && !isOpen) return null;
  return (
    <Optional>
      <DialogHost />
    </Optional>
  );
}

function Screens() {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => afterPaint(() => setIsDrawn(true)), []);
  useDefaultLocale();
  return (
    <Crash>
      <Routes />
      <Dialogs />
      {isDrawn && (
        <Optional>
          <AfterFirstPaint />
        </Optional>
      )}
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
