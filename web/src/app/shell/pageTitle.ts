import type { MessageId } from '../../intl/messages';

const TITLES: Record<string, MessageId> = {
  '/user/home': 'nav.home',
  '/user/profile': 'nav.profile',
  '/user/bonus': 'bonus.bonus',
  '/user/statement': 'nav.statement',
  '/user/limits': 'limits.title',
  '/user/devices': 'devices.title',
  '/user/spins': 'spins.title',
  '/user/howto': 'nav.howto',
  '/user/contact': 'nav.contact',
};

/** The words of a page's heading, which a desktop shows in its header. */
export const pageTitle = (path: string): MessageId => TITLES[path.replace(/\/$/, '')] ?? 'nav.home';
