import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { keepInviteCode } from './app/inviteCode';
import { selectLocale } from './app/preferences';
import { createAppStore } from './app/store';
import { followTabs } from './app/tabs';
import { followTheme } from './app/theme';
import { expectLocale, messagesAtHand, messagesReady } from './intl/messages';
import './main.css';

const store = createAppStore();
followTheme(store);
followTabs(store);
keepInviteCode(window.location.search);

// After a new release the files of the old one are gone: one reload fetches the new ones.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('wallet.reloaded')) return;
  sessionStorage.setItem('wallet.reloaded', '1');
  event.preventDefault();
  window.location.reload();
});

function render(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
}

const locale = selectLocale(store.getState());
expectLocale(locale);
// Other languages than Thai wait for their file: words that change under the eye are worse.
if (messagesAtHand(locale)) render();
else messagesReady().then(render);
