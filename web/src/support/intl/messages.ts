/** The console's texts: the portal's, for the parts that both share, and its own. */
import type { Locale } from '../../client/preferences';
import type { Messages } from '../../intl/messages';
import type thai from '../messages/th.json';

export type SupportMessageId = keyof typeof thai;

type Load = () => Promise<{ default: unknown }>;

const files: Record<Locale, [Load, Load]> = {
  th: [() => import('../../intl/messages/th.json'), () => import('../messages/th.json')],
  la: [() => import('../../intl/messages/la.json'), () => import('../messages/la.json')],
  en: [() => import('../../intl/messages/en.json'), () => import('../messages/en.json')],
};

export async function loadWords(locale: Locale): Promise<Messages> {
  const parts = await Promise.all(files[locale].map((load) => load()));
  return Object.assign({}, ...parts.map((part) => part.default));
}
