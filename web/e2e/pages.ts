/** Each address of the route table, what its tab is called, and a name for its pictures. */
export const PUBLIC: [path: string, title: string, name: string][] = [
  ['/login', 'nav.login', 'login'],
  ['/register', 'nav.register', 'register'],
  ['/forgot', 'forgot.title', 'forgot'],
  ['/howto', 'nav.howto', 'howto'],
  ['/contact', 'nav.contact', 'contact'],
  ['/no/such/page', 'common.pageNotFound', 'unknown'],
];
/** Where the public pages lead once the service has closed. */
export const CLOSED: (typeof PUBLIC)[number] = ['/terminated', 'common.pageNotFound', 'terminated'];
export const MEMBER: typeof PUBLIC = [
  ['/user/home', 'nav.home', 'home'],
  ['/user/profile', 'nav.profile', 'profile'],
  ['/user/bonus', 'nav.bonus', 'bonus'],
  ['/user/statement', 'nav.statement', 'statement'],
  ['/user/limits', 'limits.title', 'limits'],
  ['/user/devices', 'devices.title', 'devices'],
  ['/user/spins', 'spins.title', 'spins'],
  ['/user/howto', 'nav.howto', 'member-howto'],
  ['/user/contact', 'nav.contact', 'member-contact'],
];

/** Somebody has logged in elsewhere: the page has one part more than usual. After all that are answered. */
export const NEW_DEVICE = {
  id: 'zz',
  kind: 'NEW_DEVICE',
  at: '2026-11-27T05:30:00Z',
  agent: null,
  network: null,
  heldUntil: null,
  isThisDevice: false,
};
