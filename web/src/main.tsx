import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { fetchMemberPage } from './app/routes';
import { createAppStore } from './app/store';
import { followTabs } from './app/tabs';
import { keepInviteCode } from './client/inviteCode';
import { selectLocale } from './client/preferences';
import { followTheme } from './client/theme';
import { expectLocale, loadedMessages, messagesReady } from './intl/messages';
import { guardSecondClicks } from './ui/display/secondClick';
import './main.css';

const store = createAppStore();
followTheme(store);
// Registered at once, so that a choice made in another tab while this page loads is not missed.
followTabs(store);
keepInviteCode(window.location.search);
guardSecondClicks();

function render(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const portal = createRoot(root);
  // Rendered in slices, so that a slow phone responds to touches meanwhile.
  startTransition(() =>
    portal.render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    ),
  );
}

const locale = selectLocale(store.getState());
expectLocale(locale);
if (store.getState().session.phase !== 'none') {
  fetchMemberPage(window.location.pathname, store);
}
// Languages other than Thai wait for their file, because changing texts would be worse.
if (loadedMessages(locale)) render();
else messagesReady().then(render);
