/** Shows on every page what has happened to the account, until it is answered on this device. */
import { Suspense } from 'react';
import { useListNoticesQuery } from '../../api/accessApi';
import { useSeenNotice } from '../../client/seenNotices';
import { nextNotice } from '../../features/devices/nextNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { useAppSelector } from '../hooks';

const AccountNotice = lazyPart(() => import('../../features/devices/AccountNotice'));

export default function AccountNotices() {
  const username = useAppSelector((state) => state.session.current?.username ?? '');
  // Another member may log in while the page stays: what the last one answered is not this one's.
  return <NoticesOf key={username} username={username} />;
}

function NoticesOf({ username }: { username: string }) {
  const { data } = useListNoticesQuery({});
  const [seen, answer] = useSeenNotice(username);
  const notice = nextNotice(data?.list ?? [], seen);
  if (!notice) return null;
  return (
    <div role="status" className="mb-4">
      <Suspense fallback={null}>
        <AccountNotice key={notice.id} notice={notice} onSeen={() => answer(notice.id)} />
      </Suspense>
    </div>
  );
}
