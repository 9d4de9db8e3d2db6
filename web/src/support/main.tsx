import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createSupportStore, followAppearance } from './app/store';
import './support.css';

const store = createSupportStore();
followAppearance(store);

const root = document.getElementById('root');
if (!root) throw new Error('support.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
