/**
 * What the console consists of. A place is shown once its page exists: the default export of
 * `<folder>/<Name>Page.tsx`, which owns every address below its path.
 */
import type { ComponentType } from 'react';
import type { IconName } from '../../../ui/display/Icon';
import type { StaffRole } from '../../api/types';
import type { WaitingCounts } from '../../api/waitingApi';
import type { SupportMessageId } from '../../intl/messages';

type Load = () => Promise<{ default: ComponentType }>;

export interface Place {
  path: string;
  /** How many items wait there. */
  count?: (waiting: WaitingCounts) => number;
  icon: IconName;
  label: SupportMessageId;
  load: Load;
}

const pages = import.meta.glob<{ default: ComponentType }>([
  '../../players/PlayersPage.tsx',
  '../../work/WorkPage.tsx',
  '../../inbox/InboxPage.tsx',
  '../../operations/OperationsPage.tsx',
  '../../report/ReportPage.tsx',
  '../../trail/TrailPage.tsx',
  '../../settings/SettingsPage.tsx',
  '../../staff/StaffPage.tsx',
]);

const EVERYBODY: StaffRole[] = ['agent', 'supervisor', 'auditor'];
const OVERSEERS: StaffRole[] = ['supervisor', 'auditor'];

const ALL: (Omit<Place, 'load'> & { page: string; roles: StaffRole[] })[] = [
  {
    path: '/players',
    icon: 'user',
    label: 'support.nav.players',
    page: '../../players/PlayersPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/work',
    count: (waiting) => waiting.workTotal,
    icon: 'conditions',
    label: 'support.nav.work',
    page: '../../work/WorkPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/inbox',
    count: (waiting) => waiting.conversations.waiting,
    icon: 'chat',
    label: 'support.nav.inbox',
    page: '../../inbox/InboxPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/operations',
    icon: 'statement',
    label: 'support.nav.operations',
    page: '../../operations/OperationsPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/report',
    icon: 'chart',
    label: 'support.nav.report',
    page: '../../report/ReportPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/settings',
    icon: 'edit',
    label: 'support.nav.settings',
    page: '../../settings/SettingsPage.tsx',
    roles: EVERYBODY,
  },
  {
    path: '/trail',
    icon: 'eye',
    label: 'support.nav.trail',
    page: '../../trail/TrailPage.tsx',
    roles: OVERSEERS,
  },
  {
    path: '/staff',
    icon: 'userPlus',
    label: 'support.nav.staff',
    page: '../../staff/StaffPage.tsx',
    roles: OVERSEERS,
  },
];

/** The places of a role, in the order of the menu. */
export function placesOf(role: StaffRole): Place[] {
  return ALL.flatMap(({ page, roles, ...place }) => {
    const load = pages[page];
    return load && roles.includes(role) ? [{ ...place, load }] : [];
  });
}
