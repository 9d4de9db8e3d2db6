import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { LANGUAGE_TAG, useLocale } from './locale';
import { expectLocale, loadedMessages, messagesReady, onMessagesLoaded } from './messages';

/** Browsers have no Lao data; our messages do not need any, so the warning says nothing. */
function onIntlError(error: { code: string; message: string }): void {
  if (error.code === 'MISSING_DATA' || !import.meta.env.DEV) return;
  window.reportError(new Error(error.message));
}

/** Long enough for the first screen to be ready for use before the rest is fetched. */
const REST_DELAY_MS = 2500;

/** Gives the tree its language. A new language replaces the old one once its file is here. */
export function IntlRoot({ children }: { children: ReactNode }) {
  const wanted = useLocale();
  const [shown, setShown] = useState(() => ({
    locale: wanted,
    messages: loadedMessages(wanted) ?? {},
  }));

  useEffect(() => {
    expectLocale(wanted);
    const show = () => {
      const messages = loadedMessages(wanted);
      if (messages) setShown({ locale: wanted, messages });
    };
    const stop = onMessagesLoaded(show);
    show();
    // A language that is not loaded is fetched at once; the rest of Thai a little later.
    const isPartial = loadedMessages(wanted) !== null;
    const timer = setTimeout(messagesReady, isPartial ? REST_DELAY_MS : 0);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [wanted]);

  useEffect(() => {
    document.documentElement.lang = LANGUAGE_TAG[shown.locale];
  }, [shown.locale]);

  return (
    <IntlProvider
      locale={LANGUAGE_TAG[shown.locale]}
      messages={shown.messages}
      onError={onIntlError}
    >
      {children}
    </IntlProvider>
  );
}
