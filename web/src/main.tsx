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

/** Languages other than Thai wait for their file, because changing texts would be worse. */
function begin(): void {
  if (loadedMessages(locale)) render();
  else messagesReady().then(render);
}

/** So long is nothing better than a placeholder. */
const PAGE_MS_MAX = 300;

const locale = selectLocale(store.getState());
expectLocale(locale);
if (store.getState().session.phase !== 'none') {
  // Its files are requested with this one: the page itself is first, and no placeholder of it.
  const page = fetchMemberPage(window.location.pathname, store);
  const patience = new Promise((end) => setTimeout(end, PAGE_MS_MAX));
  Promise.race([page, patience]).then(begin);
} else begin();
