/** Shows on every page what has happened to the account, until it is answered on this device. */
import { Suspense } from 'react';
import { useListNoticesQuery } from '../../api/accessApi';
import { useSeenNotice } from '../../client/seenNotices';
import { nextNotice } from '../../features/devices/nextNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { useAppSelector } from '../hooks';

const AccountNotice = lazyPart(() => import('../../features/devices/AccountNotice'));

/**
 * The page's last part, which stays at the lower edge of the screen: what comes late here moves
 * nothing above it, and at the end of the page it lies on nothing.
 */
const PLACE =
  'no-print sticky bottom-[calc(6rem+env(safe-area-inset-bottom))] pointer-events-none z-10 mt-auto pt-4 *:pointer-events-auto lg:bottom-4';

export default function AccountNotices() {
  const username = useAppSelector((state) => state.session.current?.username ?? '');
  // Another member may log in while the page stays: what the last one answered is not this one's.
  return <NoticesOf key={username} username={username} />;
}

function NoticesOf({ username }: { username: string }) {
  const { data } = useListNoticesQuery();
  const [seen, answer] = useSeenNotice(username);
  const notice = nextNotice(data?.list ?? [], seen);
  if (!notice) return null;
  return (
    <div role="status" data-bar className={PLACE}>
      <Suspense fallback={null}>
        <AccountNotice key={notice.id} notice={notice} onSeen={() => answer(notice.id)} />
      </Suspense>
    </div>
  );
}
