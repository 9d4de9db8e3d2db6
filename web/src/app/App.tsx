import { Provider } from 'react-redux';
import { Crash } from '../features/errors/Crash';
import { IntlRoot } from '../intl/IntlRoot';
import { ToastHost } from '../ui/ToastHost';
import { DialogHost } from './DialogHost';
import { Routes } from './routes';
import type { AppStore } from './store';
import { useDefaultLocale } from './useDefaultLocale';

function Screens() {
  useDefaultLocale();
  return (
    <Crash>
      <Routes />
      <DialogHost />
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
