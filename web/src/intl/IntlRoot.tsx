import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { LANGUAGE_TAG, useLocale } from './locale';
import { loadMessages, messagesAtHand } from './messages';

/** Browsers have no Lao data; our messages do not need any, so the warning says nothing. */
function onIntlError(error: { code: string; message: string }): void {
  if (error.code === 'MISSING_DATA' || !import.meta.env.DEV) return;
  window.reportError(new Error(error.message));
}

/** Gives the tree its language. A new language replaces the old one once its file is here. */
export function IntlRoot({ children }: { children: ReactNode }) {
  const wanted = useLocale();
  const [shown, setShown] = useState(() => ({ locale: wanted, messages: messagesAtHand(wanted) }));

  useEffect(() => {
    let isCurrent = true;
    loadMessages(wanted).then(
      (messages) => isCurrent && setShown({ locale: wanted, messages }),
      // Offline while changing the language: the language at hand stays.
      () => undefined,
    );
    return () => {
      isCurrent = false;
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
