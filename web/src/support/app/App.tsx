import { Provider } from 'react-redux';
import { Router } from 'wouter';
import { Crash } from '../../ui/feedback/Crash';
import { ToastHost } from '../../ui/feedback/ToastHost';
import { useStaffSelector } from '../api/hooks';
import { SupportIntl } from '../intl/SupportIntl';
import { Routes } from './routes';
import { LoginScreen } from './shell/LoginScreen';
import { Shell } from './shell/Shell';
import type { SupportStore } from './store';

/** Without a session every address shows the log-in, which then leads to that address. */
function Screens() {
  const isIn = useStaffSelector((state) => state.staff.current !== null);
  if (!isIn) return <LoginScreen />;
  return (
    <Shell>
      <Routes />
    </Shell>
  );
}

export function App({ store }: { store: SupportStore }) {
  return (
    <Provider store={store}>
      <SupportIntl>
        <Crash>
          <Router base="/support">
            <Screens />
          </Router>
          <ToastHost />
        </Crash>
      </SupportIntl>
    </Provider>
  );
}
