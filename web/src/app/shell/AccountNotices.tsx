/** Shows on every page what has happened to the account, until it is answered on this device. */
import { Suspense, useState } from 'react';
import { useListNoticesQuery } from '../../api/accessApi';
import { noteSeenNotice, seenNotice } from '../../client/seenNotices';
import { nextNotice } from '../../features/devices/nextNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { useAppSelector } from '../hooks';

const AccountNotice = lazyPart(() => import('../../features/devices/AccountNotice'));

export default function AccountNotices() {
  const username = useAppSelector((state) => state.session.current?.username ?? '');
  const { data } = useListNoticesQuery({});
  const [seen, setSeen] = useState(() => seenNotice(username));
  const notice = nextNotice(data?.list ?? [], seen);
  if (!notice) return null;
  const onSeen = () => {
    noteSeenNotice(username, notice.id);
    setSeen(notice.id);
  };
  return (
    <div role="status" className="mb-4">
      <Suspense fallback={null}>
        <AccountNotice key={notice.id} notice={notice} onSeen={onSeen} />
      </Suspense>
    </div>
  );
}
