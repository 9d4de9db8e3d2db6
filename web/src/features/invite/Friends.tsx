import type { Invitation } from '../../api/generated/generatedWheel';
import type { InvitedFriend } from '../../api/inviteApi';
import { formatDay, formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Money } from '../../ui/display/Money';
import { Pager } from '../../ui/display/Pager';
import { EmptyState } from '../../ui/feedback/States';

interface FriendsProps {
  invitation: Invitation;
  currency: string;
  page: number;
  limit: number;
  busy: boolean;
  onPage: (page: number) => void;
}

/** The invited friends, and the earnings from each. */
export function Friends({ invitation, currency, page, limit, busy, onPage }: FriendsProps) {
  const t = useText();
  const { friends, total } = invitation;
  return (
    <section aria-labelledby="invite-friends">
      <h3 id="invite-friends" className="text-lg font-semibold">
        {t('invite.friends')}
      </h3>
      {total === 0 ? (
        <EmptyState icon="userPlus" title={t('invite.friendsNone')}>
          {t('invite.friendsNoneDetail')}
        </EmptyState>
      ) : (
        <>
          <ul className={classNames('divide-y divide-line', busy && 'opacity-60')}>
            {friends.map((friend) => (
              <FriendRow key={`${friend.name} ${friend.joinedAt}`} {...{ friend, currency }} />
            ))}
          </ul>
          <Pager
            page={page}
            total={total}
            limit={limit}
            busy={busy}
            onPage={onPage}
            name={t('invite.friends')}
          />
        </>
      )}
    </section>
  );
}

function FriendRow({ friend, currency }: { friend: InvitedFriend; currency: string }) {
  const t = useText();
  const sums = [
    { label: t('invite.collected'), amount: friend.collected },
    { label: t('invite.waiting'), amount: friend.waiting },
  ];
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{friend.name || t('invite.friendGone')}</p>
        <p className="text-sm text-muted">
          {t('invite.joined')}{' '}
          <time
            dateTime={friend.joinedAt}
            title={formatMoment(friend.joinedAt)}
            className="tabular"
          >
            {formatDay(friend.joinedAt)}
          </time>
        </p>
      </div>
      <dl className="shrink-0 text-sm">
        {sums.map(({ label, amount }) => (
          <div key={label} className="flex items-baseline justify-end gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className={classNames('min-w-20 text-end', !isZero(amount) && 'font-semibold')}>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
