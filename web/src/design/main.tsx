/** The parts of `ui/`, each with its states, for whoever works on them. Not part of any build. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createAppStore } from '../app/store';
import { selectLocale } from '../client/preferences';
import { followTheme } from '../client/theme';
import { IntlRoot } from '../intl/IntlRoot';
import { expectLocale, messagesReady } from '../intl/messages';
import { ToastHost } from '../ui/feedback/ToastHost';
import { DesignPage } from './DesignPage';
import './design.css';

const store = createAppStore();
followTheme(store);
expectLocale(selectLocale(store.getState()));

messagesReady().then(() => {
  const root = document.getElementById('root');
  if (!root) throw new Error('design.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <IntlRoot>
          <DesignPage />
          <ToastHost />
        </IntlRoot>
      </Provider>
    </StrictMode>,
  );
});
