import { useId, useState } from 'react';
import { useGetSlotAccountQuery } from '../../api/gameApi';
import type { Slot } from '../../api/types';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { Credentials } from './Credentials';
import { webAddress } from './useGamePlay';

/** Name, password and addresses, for those who log in at the provider themselves. */
export function ByHand({ slot }: { slot: Slot }) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="border-t border-line pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 text-start font-medium text-muted hover:text-ink"
      >
        <Icon name="lock" size={20} />
        <span className="flex-1">{t('game.byHand')}</span>
        <Icon
          name="chevronDown"
          size={20}
          className={classNames('transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} className={isOpen ? 'space-y-3 pt-2' : 'hidden'}>
        {isOpen && (
          <>
            <Account slot={slot} />
            <AppLinks slot={slot} />
          </>
        )}
      </div>
    </div>
  );
}

function Account({ slot }: { slot: Slot }) {
  const t = useText();
  const account = useGetSlotAccountQuery(slot.code);
  if (account.data) return <Credentials slot={slot} account={account.data} />;
  if (account.error) {
    return (
      <ProblemState error={account.error} busy={account.isFetching} onRetry={account.refetch} />
    );
  }
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton className="h-56" />
    </div>
  );
}

function AppLinks({ slot }: { slot: Slot }) {
  const t = useText();
  const links = [
    { text: t('game.web'), icon: 'globe', address: slot.web && webAddress(slot.web) },
    { text: t('game.android'), icon: 'phone', address: slot.android && webAddress(slot.android) },
    { text: t('game.ios'), icon: 'phone', address: slot.ios && webAddress(slot.ios) },
  ] as const;
  const offered = links.filter((link) => link.address);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {offered.map((link) => (
        <a
          key={link.text}
          href={link.address ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className={`${linkButton('secondary')} min-w-fit flex-1`}
        >
          <Icon name={link.icon} size={20} />
          {link.text}
        </a>
      ))}
    </div>
  );
}
