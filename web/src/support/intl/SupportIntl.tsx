import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import type { Locale } from '../../client/preferences';
import { LANGUAGE_TAG, useLocale } from '../../intl/locale';
import type { Messages } from '../../intl/messages';
import { loadWords } from './messages';

/** Browsers have no Lao data; our messages do not need any, so the warning says nothing. */
function onIntlError(error: { code: string; message: string }): void {
  if (error.code === 'MISSING_DATA' || !import.meta.env.DEV) return;
  window.reportError(new Error(error.message));
}

/** Gives the tree its language; a new one replaces the old one once its texts are loaded. */
export function SupportIntl({ children }: { children: ReactNode }) {
  const wanted = useLocale();
  const [shown, setShown] = useState<{ locale: Locale; messages: Messages } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    loadWords(wanted).then((messages) => {
      if (isCurrent) setShown({ locale: wanted, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  useEffect(() => {
    if (shown) document.documentElement.lang = LANGUAGE_TAG[shown.locale];
  }, [shown]);

  if (!shown) return null;
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
