import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { keepInviteCode } from './app/inviteCode';
import { selectLocale } from './app/preferences';
import { createAppStore } from './app/store';
import { followTabs } from './app/tabs';
import { followTheme } from './app/theme';
import { loadMessages } from './intl/messages';
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
const messages = loadMessages(locale);
// The first screen's Thai is part of this file; other languages wait for theirs.
if (locale === 'th') render();
else messages.then(render, render);
